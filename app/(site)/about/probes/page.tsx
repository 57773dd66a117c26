import type { Metadata } from 'next'
import { ProbeConduct } from '@/app/_ui/methodology/probe-conduct'
import { pageMetadata } from '@/app/_ui/page-metadata'
import { PageHead } from '@/app/_ui/section'
import { config } from '@/lib/config'
import { MOST_QUICK_LOOKS } from '@/lib/core/state/belief'

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
      <ProbeConduct baseUrl={baseUrl} budget={{ ...probe, mostQuickLooks: MOST_QUICK_LOOKS }} />
    </>
  )
}
