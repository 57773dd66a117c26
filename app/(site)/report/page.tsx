import type { Metadata } from 'next'
import { FirstChecksProgress } from '@/app/_ui/first-checks'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { Ecosystem } from '@/app/_ui/report/ecosystem'
import { Dataset } from '@/app/_ui/structured/dataset'
import { RelativeTime } from '@/app/_ui/timestamp'
import { report } from '@/lib/api/operations/report'
import { TRUST_NAME } from '@/lib/contract/pages'
import { getContext } from '@/lib/runtime/app'

const DESCRIPTION =
  'How many MCP servers work now, why the others fail, how fast they answer, what they ask for and how they are reached.'

export const metadata: Metadata = pageMetadata({
  title: 'State of the ecosystem',
  description: DESCRIPTION,
  path: '/report',
  json: '/v1/report',
})

export default async function ReportPage() {
  const context = await getContext()
  const answer = await report({}, context)
  return (
    <>
      <PageHeader
        title="State of the ecosystem"
        intro={
          <>
            All servers and tools we know, counted <RelativeTime at={answer.asOf} />. How often we were right:{' '}
            <a href="/trust">{TRUST_NAME}</a>. <a href="/v1/report">The same as JSON</a>, free to use under{' '}
            <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
          </>
        }
      />
      <div className="mb-4">
        <FirstChecksProgress progress={answer.firstChecks} />
      </div>
      <Ecosystem report={answer} />
      <Dataset
        name="State of MCP servers"
        description={DESCRIPTION}
        path="/report"
        files={[{ path: '/v1/report', mediaType: 'application/json' }]}
        asOf={answer.asOf}
        baseUrl={context.baseUrl}
      />
    </>
  )
}
