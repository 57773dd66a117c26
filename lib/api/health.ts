import type { InputOf, OutputOf } from '../contract/operations'
import { forecastFrom } from '../core/forecast/forecast'
import type { Maintenance } from '../core/history/maintenance'
import { uptimeFrom } from '../core/history/uptime'
import { toolFactsOf } from '../core/score/tool-facts'
import type { Belief } from '../core/state/belief'
import { outcomeOf } from '../core/state/observation'
import { judge, type Reason } from '../core/verdict/judgement'
import { whyMaintained } from '../core/verdict/reason'
import { openDoor } from '../http/operation'
import type { Context } from './context'
import { forecastWeights } from './forecast-weights'
import { getRating } from './found-rating'

export async function health({ toolId }: InputOf<'health'>, context: Context): Promise<OutputOf<'health'>> {
  const rating = await getRating(toolId, context)
  const { belief, declaredAccess } = rating
  const judgement = judge(belief, declaredAccess, toolFactsOf(rating), context.now)
  const forecast = forecastFrom(belief, context.now, await forecastWeights(context))
  return {
    toolId,
    verdict: judgement.verdict,
    score: rating.score,
    uptime: rating.uptime ?? uptimeFrom([], null, context.now),
    forecast: { ...forecast, asOf: forecast.asOf?.toISOString() ?? null },
    grade: rating.grade,
    recommendation: judgement.recommendation,
    status: judgement.status,
    axes: judgement.axes,
    reasons: withMaintenance(judgement.reasons, rating.maintenance, context.now),
    downSince: judgement.downSince?.toISOString() ?? null,
    maintenance: announced(rating.maintenance, context.now),
    lastLook: lastLook(belief),
    confidence: judgement.confidence,
    asOf: judgement.asOf?.toISOString() ?? null,
    staleAfter: judgement.staleAfter?.toISOString() ?? null,
  }
}

/** Maintenance decides nothing: it stands after the reason that does, which is the first in every answer. */
function withMaintenance([first, ...others]: Reason[], maintenance: Maintenance | null, now: Date): Reason[] {
  return [...(first === undefined ? [] : [first]), ...whyMaintained(maintenance, now), ...others]
}

/** The window that runs or is to come. */
function announced(maintenance: Maintenance | null, now: Date) {
  if (maintenance === null || maintenance.to <= now) return null
  return { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() }
}

/** The raw state beside the smoothed one. */
function lastLook(belief: Belief | null) {
  if (belief === null || belief.lastLookAt === null || belief.lastReason === null) return null
  const { lastReason: reason, lastLookAt } = belief
  return { at: new Date(lastLookAt).toISOString(), outcome: outcomeOf(reason), reason }
}

export const healthDoor = openDoor('health', health)
