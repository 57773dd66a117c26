import { MOST_QUICK_PROBES } from 'assay-verify/state/server-state'
import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { ProbePolicy } from '@/app/_ui/probing/probe-policy'
import { listVantagesNow } from '@/lib/api/vantages-now'
import { config } from '@/lib/config'
import { askedChecksAnHour } from '@/lib/core/evidence/probe-budget'
import { getContext } from '@/lib/runtime/app'
import { userAgentOf } from '@/lib/runtime/jobs'
import { listProbers } from '@/lib/runtime/listed-probers'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = pageMetadata({
  title: 'How we check servers',
  description: 'Which requests Assay sends to the servers it monitors, how often, from where, and how to refuse them.',
  path: '/probing',
})

export default async function ProbingPage() {
  const settings = config()
  const vantages = await listVantagesNow(settings.probe.vantage, await getContext())
  return (
    <>
      <PageHeader
        title="How we check servers"
        intro="Your access log may name this page. A check of an MCP server performs the protocol handshake and lists its tools, and never calls one. A check of an API makes at most the one GET that its OpenAPI description marks as safe. In names of files, headers and fields a check is called a probe."
      />
      <ProbePolicy
        userAgent={userAgentOf(settings)}
        budget={{
          ...settings.probe,
          hostPerMinute: settings.probe.budget.hostPerMinute,
          askedAnHour: askedChecksAnHour(settings.probe.budget, ''),
          mostQuickProbes: MOST_QUICK_PROBES,
          vantages,
        }}
        probers={listProbers()}
      />
    </>
  )
}
