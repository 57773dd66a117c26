import { SAMPLE_EVERY_MINUTES } from 'assay-verify/accuracy/forecast-accuracy'
import { forecastFrom } from 'assay-verify/forecast/forecast'
import { FORMULA } from 'assay-verify/score/score'
import { PROBE_REASONS } from 'assay-verify/state/observation'
import { MODEL } from 'assay-verify/state/server-state'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { EcosystemFacts } from '../../core/accuracy/ecosystem'
import { REVERSED_WITHIN_MINUTES, TAKEN_BACK_WITHIN_MINUTES } from '../../core/accuracy/verdict-accuracy'
import { CATEGORIES } from '../../core/catalog/taxonomy'
import { flagShare, TEXT_FLAG_NAMES, TEXT_FLAGS } from '../../core/text/text-flags'
import { defineEndpoint } from '../../http/operation'
import { countEcosystem, findReport } from '../../store/accuracy/ecosystem'
import { findForecastWeights } from '../../store/ratings/forecast-weights'
import type { Context } from '../context'
import { firstChecks } from '../page-data/first-checks'

/** A job rebuilds it every few minutes; `asOf` is the time of the build. */
const CACHED_MS = 10_000

type ReportOutput = OutputOf<'report'>

/** The ecosystem report, which a job stores. Before its first run it is counted here, once for all callers. */
export async function report(_input: InputOf<'report'>, context: Context): Promise<ReportOutput> {
  const {
    reads: { db },
    memo,
    now,
    baseUrl,
  } = context
  const { facts, builtAt, weights } = await memo.recent('report', CACHED_MS, now, async () => {
    const stored = (await findReport(db)) ?? { facts: await countEcosystem(db, now), builtAt: now }
    return { ...stored, weights: await findForecastWeights(db) }
  })
  return {
    asOf: builtAt.toISOString(),
    license: 'CC-BY-4.0',
    totals: totalsOf(facts),
    firstChecks: await firstChecks(context),
    latency: facts.counts.latency,
    failures: failuresOf(facts),
    breakages: facts.breakages,
    drift: facts.drift,
    texts: textsOf(facts.texts),
    accuracy: accuracyOf(facts.accuracy),
    method: {
      formula: FORMULA,
      filter: MODEL,
      forecast: forecastFrom(null, now, weights).method,
      page: `${baseUrl}/trust/method`,
      interface: `${baseUrl}/openapi.json`,
      keys: `${baseUrl}/.well-known/jwks.json`,
    },
  }
}

function failuresOf({ counts: { failures } }: EcosystemFacts): ReportOutput['failures'] {
  return failures.map(({ reason, servers }) => ({ reason, description: PROBE_REASONS[reason].text, servers }))
}

/** The base rate of each flag. */
function textsOf({ servers, flagged }: EcosystemFacts['texts']): ReportOutput['texts'] {
  return {
    servers,
    flags: TEXT_FLAG_NAMES.map((flag) => ({
      flag,
      description: TEXT_FLAGS[flag].description,
      servers: flagged[flag],
      share: flagShare(flagged[flag], servers),
    })),
  }
}

function totalsOf({ tools, byVerdict, counts, categories }: EcosystemFacts): ReportOutput['totals'] {
  const { latency: _latency, failures: _failures, ...totals } = counts
  const bySlug = new Map(categories.map((count) => [count.slug, count]))
  return {
    ...totals,
    tools,
    byVerdict,
    byCategory: CATEGORIES.map(({ slug, name }) => {
      const { tracked, healthy } = bySlug.get(slug) ?? { tracked: 0, healthy: 0 }
      return { slug, name, tracked, healthy }
    }),
  }
}

function accuracyOf({ windowDays, verdicts, forecasts, policy }: EcosystemFacts['accuracy']): ReportOutput['accuracy'] {
  const { sinceLastAnswer, sinceFirstFailure, ...down } = verdicts.down
  return {
    windowDays,
    verdicts: {
      byVerdict: verdicts.byVerdict,
      reversedWithinMinutes: REVERSED_WITHIN_MINUTES,
      down: {
        ...down,
        takenBackWithinMinutes: TAKEN_BACK_WITHIN_MINUTES,
        secondsSinceLastAnswer: sinceLastAnswer,
        secondsSinceFirstFailure: sinceFirstFailure,
      },
    },
    forecasts,
    policy,
    sample: { everyMinutes: SAMPLE_EVERY_MINUTES },
  }
}

export const reportEndpoint = defineEndpoint('report', report)
