import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { ForecastMethod } from '@/app/_ui/methodology/forecast-method'
import { Limitations } from '@/app/_ui/methodology/limitations'
import { ScoreMethod } from '@/app/_ui/methodology/score-method'
import { VerdictMethod } from '@/app/_ui/methodology/verdict-method'
import { report } from '@/lib/api/operations/report'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Methodology',
  description: 'What a verdict means, what changes it, how scores and forecasts are computed, and how to verify them.',
  path: '/methodology',
})

export default async function MethodologyPage() {
  const { method } = await report({}, await getContext())
  return (
    <>
      <PageHeader
        title="Methodology"
        intro={
          <>
            Every number on this page is read from the code that uses it. Our accuracy is in the{' '}
            <a href="/report">report</a>.
          </>
        }
      />
      <VerdictMethod />
      <ScoreMethod />
      <ForecastMethod method={method.forecast} />
      <Limitations baseUrl={config().baseUrl} />
    </>
  )
}
