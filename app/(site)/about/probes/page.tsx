import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { ProbeConduct } from '@/app/_ui/methodology/probe-conduct'
import { config } from '@/lib/config'
import { MOST_QUICK_PROBES } from '@/lib/core/state/server-state'

export const metadata: Metadata = pageMetadata({
  title: 'What our probes send',
  description:
    'Which requests Assay sends to the servers it watches, how often, from where, and how to ask it to stop.',
  path: '/about/probes',
})

export default function ProbesPage() {
  const { baseUrl, probe } = config()
  return (
    <>
      <PageHead title="What our probes send">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          You are here because a line in your log named this page, or because you want to know. We ask a server who it
          is and what it lists. We never call a tool.
        </p>
      </PageHead>
      <ProbeConduct baseUrl={baseUrl} budget={{ ...probe, mostQuickProbes: MOST_QUICK_PROBES }} />
    </>
  )
}
