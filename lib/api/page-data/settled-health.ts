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
  const then = await health({ toolId }, contextAt(now, context))
  const reasons = answer.reasons.map(
    ({ code, text }) => then.reasons.find((reason) => reason.code === code) ?? { code, text },
  )
  const confidence = then.verdict === answer.verdict ? then.confidence : answer.confidence
  return { ...answer, forecast: then.forecast, confidence, reasons }
}

/** The context of an earlier moment. What is kept for a time is as old as it is for the page. */
function contextAt(now: Date, context: Context): Context {
  const recent: Context['memo']['recent'] = (key, maxAgeMs, _then, compute) =>
    context.memo.recent(key, maxAgeMs, context.now, compute)
  return Object.assign(Object.create(context) as Context, { now, memo: { ...context.memo, recent } })
}
