import type { Metadata } from 'next'
import { Distance } from '@/app/_ui/instant'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { AccuracyOfOurselves } from '@/app/_ui/report/accuracy'
import { Ecosystem } from '@/app/_ui/report/ecosystem'
import { report } from '@/lib/api/operations/report'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Report',
  description: 'How the tools of AI agents stand, and how often our own verdicts and forecasts were right.',
  path: '/report',
  json: '/v1/report',
})

export default async function ReportPage() {
  const context = await getContext()
  const answer = await report({}, context)
  return (
    <>
      <PageHead title="Report">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          How the tools of AI agents stand, and how often we were right about them. Counted{' '}
          <Distance at={answer.asOf} now={context.now} />. <a href="/v1/report">The same as JSON</a>, free to use under{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
        </p>
      </PageHead>
      <AccuracyOfOurselves accuracy={answer.accuracy} method={answer.method.forecast} />
      <Ecosystem report={answer} />
    </>
  )
}
