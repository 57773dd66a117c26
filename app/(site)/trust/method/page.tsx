import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { ForecastMethod } from '@/app/_ui/methodology/forecast-method'
import { Limitations } from '@/app/_ui/methodology/limitations'
import { MethodSummary } from '@/app/_ui/methodology/method-summary'
import { ScoreMethod } from '@/app/_ui/methodology/score-method'
import { VerdictMethod } from '@/app/_ui/methodology/verdict-method'
import { report } from '@/lib/api/operations/report'
import { config } from '@/lib/config'
import { TRUST_NAME } from '@/lib/contract/pages'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'The whole method',
  description: 'What a verdict means, what changes it, how scores and forecasts are computed, and how to verify them.',
  path: '/trust/method',
})

export default async function MethodPage() {
  const { method } = await report({}, await getContext())
  return (
    <>
      <PageHeader
        above={<a href="/trust">{TRUST_NAME}</a>}
        title="The whole method"
        intro="How checks become a state, a score, a grade and a forecast. First in short, then every rule. Every number on this page is read from the code that uses it."
      />
      <MethodSummary />
      <VerdictMethod />
      <ScoreMethod />
      <ForecastMethod method={method.forecast} />
      <Limitations baseUrl={config().baseUrl} />
    </>
  )
}
