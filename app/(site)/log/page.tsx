import type { Metadata } from 'next'
import { Card } from '@/app/_ui/card'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { TlogLeaves } from '@/app/_ui/tlog/tlog-leaves'
import { TlogAudit, TlogCheckpoint, TlogOverview } from '@/app/_ui/tlog/tlog-overview'
import { config } from '@/lib/config'
import { TRUST_NAME } from '@/lib/contract/pages'
import { getContext } from '@/lib/runtime/app'
import { askStatus } from '@/lib/runtime/pages/page-status'
import { tlogPage } from '@/lib/tlog/tlog-page'

export const metadata: Metadata = pageMetadata({
  title: 'The log of what we stated',
  description:
    'Every verdict, outage, score, breakage and change that this service stated, in an append-only log that anyone can verify.',
  path: '/log',
  json: '/v1/log',
})

export default async function LogPage() {
  const context = await getContext()
  const page = await tlogPage(context)
  if (page === 'unreadable') askStatus(503)
  return (
    <>
      <PageHeader
        above={<a href="/trust">{TRUST_NAME}</a>}
        title="The log of what we stated"
        intro="Verdicts, outages, attested scores, breakages and what servers declare are written into a log in which nothing can be changed or taken out unnoticed."
      />
      {page === undefined ? (
        <Card title="No log">
          <p>This service keeps no log.</p>
        </Card>
      ) : page === 'unreadable' ? (
        <Card title="Not available">
          <p>The log cannot be read at the moment. Reload this page in a moment.</p>
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] [&>*]:min-w-0">
          <Card id="entries" title="Newest entries" note={<a href="/v1/log/leaves">as JSON</a>}>
            <TlogLeaves entries={page.newest} />
          </Card>
          <div className="flex min-w-0 flex-col gap-4">
            <Card id="size" title="Size">
              <TlogOverview log={page.summary} />
            </Card>
            <Card id="checkpoint" title="Checkpoint" note={<a href="/log/checkpoint">/log/checkpoint</a>}>
              <TlogCheckpoint log={page.summary} />
            </Card>
            <Card id="audit" title="How to check it">
              <TlogAudit baseUrl={config().baseUrl} />
            </Card>
          </div>
        </div>
      )}
    </>
  )
}
