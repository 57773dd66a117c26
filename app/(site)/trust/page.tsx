import type { Metadata } from 'next'
import { Card } from '@/app/_ui/card'
import { Disclosure } from '@/app/_ui/disclosure'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { RelativeTime } from '@/app/_ui/timestamp'
import { AccuracyCards } from '@/app/_ui/trust/accuracy-cards'
import { AccuracyTables } from '@/app/_ui/trust/accuracy-tables'
import { CheckYourself } from '@/app/_ui/trust/check-yourself'
import { GradingSteps } from '@/app/_ui/trust/grading-steps'
import { HeadlineFigures } from '@/app/_ui/trust/headline-figures'
import { Independence, Keys, Limits } from '@/app/_ui/trust/independence'
import { PolicyCard } from '@/app/_ui/trust/policy-card'
import { exampleTool } from '@/lib/api/example-tool'
import { report } from '@/lib/api/operations/report'
import { config } from '@/lib/config'
import { TRUST_NAME } from '@/lib/contract/pages'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: TRUST_NAME,
  description:
    'How often our verdicts were wrong, how well our forecasts came true, how soon we find an outage, and how to verify a signed grade yourself.',
  path: '/trust',
  json: '/v1/report',
})

export default async function TrustPage() {
  const context = await getContext()
  const { accuracy, asOf } = await report({}, context)
  const { toolId } = await exampleTool(context)
  const { baseUrl, probe } = config()
  return (
    <>
      <PageHeader
        title={TRUST_NAME}
        intro={
          <>
            We publish how often we were wrong. Every result is signed, and you can compute every score yourself.
            Figures of the last {accuracy.windowDays} days, updated <RelativeTime at={asOf} />.
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <h2 className="sr-only">How good our results are</h2>
        <HeadlineFigures accuracy={accuracy} />
        <AccuracyCards accuracy={accuracy} />
        <PolicyCard accuracy={accuracy} />
        <Card id="accuracy" title="All figures">
          <Disclosure summary="Tables of verdicts and forecasts">
            <AccuracyTables accuracy={accuracy} />
          </Disclosure>
        </Card>
        <Card id="grade" title="How a grade is made" note={<a href="/trust/method">The whole method</a>}>
          <GradingSteps intervalSeconds={probe.intervalSeconds} />
        </Card>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <CheckYourself baseUrl={baseUrl} toolId={toolId} />
          <div className="flex flex-col gap-4">
            <Keys baseUrl={baseUrl} />
            <Independence />
            <Limits />
          </div>
        </div>
      </div>
    </>
  )
}
