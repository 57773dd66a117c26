import type { InputOf, OutputOf } from '../../contract/operations'
import { forecastFrom } from '../../core/forecast/forecast'
import type { Maintenance } from '../../core/history/maintenance'
import { uptimeFrom } from '../../core/history/uptime'
import { toolFactsOf } from '../../core/score/tool-facts'
import { outcomeOf } from '../../core/state/observation'
import type { ServerState } from '../../core/state/server-state'
import { assess, type Reason } from '../../core/verdict/assessment'
import { whyMaintained } from '../../core/verdict/reason'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'
import { forecastWeights } from '../forecast-weights'
import { getRating } from '../get-rating'

export async function health({ toolId }: InputOf<'health'>, context: Context): Promise<OutputOf<'health'>> {
  const rating = await getRating(toolId, context)
  const { serverState, declaredAccess } = rating
  const assessment = assess(serverState, declaredAccess, toolFactsOf(rating), context.now)
  const forecast = forecastFrom(serverState, context.now, await forecastWeights(context))
  return {
    toolId,
    verdict: assessment.verdict,
    score: rating.score,
    uptime: rating.uptime ?? uptimeFrom([], null, context.now),
    forecast: { ...forecast, asOf: forecast.asOf?.toISOString() ?? null },
    grade: rating.grade,
    recommendation: assessment.recommendation,
    status: assessment.status,
    axes: assessment.axes,
    reasons: withMaintenance(assessment.reasons, rating.maintenance, context.now),
    downSince: assessment.downSince?.toISOString() ?? null,
    maintenance: announced(rating.maintenance, context.now),
    lastProbe: lastProbe(serverState),
    confidence: assessment.confidence,
    asOf: assessment.asOf?.toISOString() ?? null,
    staleAfter: assessment.staleAfter?.toISOString() ?? null,
  }
}

/** Adds maintenance after the first reason, which is the deciding one: maintenance decides nothing. */
function withMaintenance([first, ...others]: Reason[], maintenance: Maintenance | null, now: Date): Reason[] {
  return [...(first === undefined ? [] : [first]), ...whyMaintained(maintenance, now), ...others]
}

/** The present or coming maintenance window. */
function announced(maintenance: Maintenance | null, now: Date) {
  if (maintenance === null || maintenance.to <= now) return null
  return { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() }
}

/** The newest probe, unfiltered. */
function lastProbe(serverState: ServerState | null) {
  if (serverState === null || serverState.lastProbeAt === null || serverState.lastReason === null) return null
  const { lastReason: reason, lastProbeAt } = serverState
  return { at: new Date(lastProbeAt).toISOString(), outcome: outcomeOf(reason), reason }
}

export const healthEndpoint = defineEndpoint('health', health)
