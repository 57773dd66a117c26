import type { InputOf, OutputOf } from '../contract/operations'
import { forecastFrom } from '../core/forecast'
import { judge } from '../core/judgement'
import { uptimeFrom } from '../core/uptime'
import { openDoor } from '../http/operation'
import type { Context } from './context'
import { getRating } from './found-rating'

export async function health({ toolId }: InputOf<'health'>, context: Context): Promise<OutputOf<'health'>> {
  const rating = await getRating(toolId, context)
  const { belief, declaredAccess, kind, removedAt } = rating
  const judgement = judge(belief, declaredAccess, kind === 'tool' ? { removedAt } : null, context.now)
  const forecast = forecastFrom(belief, context.now)
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
    reasons: judgement.reasons,
    confidence: judgement.confidence,
    asOf: judgement.asOf?.toISOString() ?? null,
    staleAfter: judgement.staleAfter?.toISOString() ?? null,
  }
}

export const healthDoor = openDoor('health', health)
