import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { ForecastMethod } from '@/app/_ui/methodology/forecast-method'
import { Honesty } from '@/app/_ui/methodology/honesty'
import { ScoreMethod } from '@/app/_ui/methodology/score-method'
import { VerdictMethod } from '@/app/_ui/methodology/verdicts'
import { report } from '@/lib/api/operations/report'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'How we rate',
  description:
    'What a verdict means, everything that changes one, how a score and a forecast are computed, and how to check all of it.',
  path: '/methodology',
})

export default async function MethodologyPage() {
  const { method } = await report({}, await getContext())
  return (
    <>
      <PageHead title="How we rate">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          Every number on this page is read from the code that uses it. How often we were right is in the{' '}
          <a href="/report">report</a>.
        </p>
      </PageHead>
      <VerdictMethod />
      <ScoreMethod />
      <ForecastMethod method={method.forecast} />
      <Honesty baseUrl={config().baseUrl} />
    </>
  )
}
