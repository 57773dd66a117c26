import type { Health } from '../../contract/shapes/health'
import type { Context } from '../context'
import { health } from '../operations/health'

/**
 * The verdict as `health` answers it; what drifts while nothing new is known (chances, confidence, how long ago in the
 * texts of reasons) is as of its newest evidence, or of the moment at which that became too old. So a page is the same
 * between two checks.
 */
export async function settledHealth(toolId: string, context: Context): Promise<Health> {
  const answer = await health({ toolId }, context)
  const { asOf, staleAfter } = answer
  if (asOf === null) return answer
  const isStale = staleAfter !== null && Date.parse(staleAfter) < context.now.getTime()
  const now = new Date(isStale ? Date.parse(staleAfter) + 1 : asOf)
  const then = await health({ toolId }, Object.assign(Object.create(context) as Context, { now }))
  const reasons = answer.reasons.map(
    ({ code, text }) => then.reasons.find((reason) => reason.code === code) ?? { code, text },
  )
  const confidence = then.verdict === answer.verdict ? then.confidence : answer.confidence
  return { ...answer, forecast: then.forecast, confidence, reasons }
}
