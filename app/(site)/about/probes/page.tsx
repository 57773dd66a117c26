import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { ProbePolicy } from '@/app/_ui/methodology/probe-policy'
import { config } from '@/lib/config'
import { MOST_QUICK_PROBES } from '@/lib/core/state/server-state'

export const metadata: Metadata = pageMetadata({
  title: 'About our probes',
  description: 'Which requests Assay sends to the servers it monitors, how often, from where, and how to opt out.',
  path: '/about/probes',
})

export default function ProbesPage() {
  const { baseUrl, probe } = config()
  return (
    <>
      <PageHeader
        title="About our probes"
        intro="Your access log may name this page. A probe connects to a server, performs the protocol handshake and lists its tools. It never calls a tool."
      />
      <ProbePolicy baseUrl={baseUrl} budget={{ ...probe, mostQuickProbes: MOST_QUICK_PROBES }} />
    </>
  )
}
