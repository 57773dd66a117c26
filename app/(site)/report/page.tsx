import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { AccuracyReport } from '@/app/_ui/report/accuracy'
import { Ecosystem } from '@/app/_ui/report/ecosystem'
import { RelativeTime } from '@/app/_ui/timestamp'
import { report } from '@/lib/api/operations/report'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Report',
  description: 'State of the tools for AI agents, and accuracy of our verdicts and forecasts.',
  path: '/report',
  json: '/v1/report',
})

export default async function ReportPage() {
  const context = await getContext()
  const answer = await report({}, context)
  return (
    <>
      <PageHeader
        title="Report"
        intro={
          <>
            State of the tools for AI agents, and accuracy of our verdicts and forecasts. Updated{' '}
            <RelativeTime at={answer.asOf} now={context.now} />. <a href="/v1/report">View as JSON</a>, free to use
            under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
          </>
        }
      />
      <AccuracyReport accuracy={answer.accuracy} method={answer.method.forecast} />
      <Ecosystem report={answer} />
    </>
  )
}
