import { setImmediate as nextEventLoopTurn, setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../api/context'
import { findAlternatives } from '../../api/operations/alternatives'
import { productMembers } from '../../api/product-directory'
import { isApiError } from '../../contract/errors'
import { withLease } from '../../jobs/with-lease'
import { listSubjectFacts } from '../../store/catalog/candidates'
import type { DatabaseInstant } from '../../store/search/search-documents'
import { readSettledUntil } from '../../store/search/search-documents'
import {
  type FoundAlternatives,
  forgetGoneTools,
  listOldSearches,
  listUnsearchedTools,
  recordAlternatives,
} from '../sql/alternatives'
import { parameterChanges } from './parameter-changes'
import { standsApart } from './stands-apart'

/**
 * Of a run, which begins once a minute: a twelfth of one processor. A tool takes 4 ms with Postgres and 11 ms with the
 * embedded database, so that 25,000 are searched for within an hour.
 */
const BUDGET_MS = 5000
/** Tools read from the queue at once: more than a run handles. */
const MOST_IN_A_RUN = 2000
/** After so much work what was found is stored, and requests have the processor for four times as long. */
const SLICE_MS = 50
const PAUSE_SHARE = 4
/** Kept of the tools that are found: servers among the first ones are no tool to call. */
const KEPT = 3
const CONSIDERED = 2 * KEPT

export interface AlternativesJob {
  /** A context of now. */
  context(): Context
  signal: AbortSignal
  /** How time is measured and let pass. */
  monotonicMs?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/** Tools for which alternatives were searched, how many of them have one, and how many were forgotten. */
export interface AlternativesReport {
  searched: number
  found: number
  forgotten: number
}

/**
 * A run searches alternatives for as many tools as its budget allows: first for those that have none yet and cannot be
 * relied on now, then for those without a search since they changed, then for those whose search is a day old. What was
 * found is stored after every slice, so that a killed run is continued by the next. One process at a time; null: it is
 * another, or the search index is not ready.
 */
export function openAlternativesJob(job: AlternativesJob): () => Promise<AlternativesReport | null> {
  // Tools that changed before this have been searched for; null: not known yet. Spares reading the whole catalog.
  let searchedUntil: DatabaseInstant | null = null
  const run = async (): Promise<AlternativesReport> => {
    const { db } = job.context()
    const until = await readSettledUntil(db)
    const unsearched = await listUnsearchedTools(db, searchedUntil, MOST_IN_A_RUN)
    const forgotten = await forgetGoneTools(db)
    const old = await listOldSearches(db, MOST_IN_A_RUN - unsearched.length)
    const { searched, found } = await searchWithin(BUDGET_MS, [...new Set([...unsearched, ...old])], job)
    if (unsearched.length < MOST_IN_A_RUN && searched >= unsearched.length) searchedUntil = until
    return { searched, found, forgotten }
  }
  return async () => {
    try {
      return (await withLease(job.context().db, () => job.context().now, 'alternatives', run)) ?? null
    } catch (cause) {
      if (isApiError(cause) && cause.code === 'not_ready') return null
      throw cause
    }
  }
}

/** Searches in slices until the budget is used. Time that others took meanwhile counts: under load it does less. */
async function searchWithin(
  budgetMs: number,
  toolIds: readonly string[],
  { context, signal, monotonicMs = () => performance.now(), pause = (ms) => pauseFor(ms, signal) }: AlternativesJob,
) {
  const total = { searched: 0, found: 0 }
  let spentMs = 0
  while (total.searched < toolIds.length && spentMs < budgetMs && !signal.aborted) {
    const [now, beganAt, slice] = [context(), monotonicMs(), [] as FoundAlternatives[]]
    for (const toolId of toolIds.slice(total.searched)) {
      slice.push({ toolId, alternatives: await searchFor(toolId, now) })
      await nextEventLoopTurn()
      if (signal.aborted || monotonicMs() - beganAt >= SLICE_MS) break
    }
    await recordAlternatives(now.db, slice)
    total.searched += slice.length
    total.found += slice.filter(({ alternatives }) => alternatives.length > 0).length
    const tookMs = monotonicMs() - beganAt
    spentMs += tookMs
    if (total.searched < toolIds.length) await pause(PAUSE_SHARE * tookMs)
  }
  return total
}

/** Ends early when the signal is given. */
function pauseFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal }).catch(() => undefined)
}

/** A tool for which the search fails is stored without alternatives, so that the others have their turn. */
async function searchFor(toolId: string, context: Context): Promise<FoundAlternatives['alternatives']> {
  try {
    const { alternatives } = await findAlternatives(toolId, CONSIDERED, context, { forPages: true })
    const usable = alternatives.flatMap((one) => {
      const changes = one.kind === 'tool' ? parameterChanges(one) : null
      return changes === null ? [] : [{ toolId: one.toolId, changes }]
    })
    return await withApart(toolId, usable.slice(0, KEPT), context)
  } catch (cause) {
    if (isApiError(cause) && cause.code === 'not_ready') throw cause
    // Its rows were deleted meanwhile.
    if (!isApiError(cause)) context.log(`The search for alternatives to ${JSON.stringify(toolId)} failed.`, cause)
    return []
  }
}

/** The alternatives, each marked where it is known to be apart from the tool. */
async function withApart(
  toolId: string,
  found: FoundAlternatives['alternatives'],
  { db, products }: Context,
): Promise<FoundAlternatives['alternatives']> {
  if (found.length === 0) return found
  const [details, resolved] = [
    await listSubjectFacts(db, [toolId, ...found.map((one) => one.toolId)]),
    await products.current(),
  ]
  const facts = new Map(
    details.map((one) => [one.id, { ...one, productId: productMembers(resolved, one.serverKey).productId }]),
  )
  const origin = facts.get(toolId)
  return found.map((one) => {
    const other = facts.get(one.toolId)
    const isApart = origin !== undefined && other !== undefined && standsApart(origin, other)
    return isApart ? { ...one, changes: { ...one.changes, apart: true } } : one
  })
}
