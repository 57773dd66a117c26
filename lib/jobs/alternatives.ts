import { setImmediate as nextEventLoopTurn, setTimeout as wait } from 'node:timers/promises'
import {
  type AlternativeList,
  forgetGone,
  listOldSearches,
  listUnsearched,
} from '../store/alternatives/alternative-lists'
import type { Database } from '../store/database'
import { type DatabaseInstant, readSettledUntil } from '../store/search/search-documents'
import { withLease } from './with-lease'

/**
 * Of a run, which begins once a minute: a twelfth of one processor, and so of a day enough for some 180,000 subjects at
 * 39 ms each.
 */
const BUDGET_MS = 5000
/** Subjects read from the queue at once: more than a run handles. */
const MOST_IN_A_RUN = 2000
/** After so much work what was found is stored, and requests have the processor for four times as long. */
const SLICE_MS = 50
const PAUSE_SHARE = 4

export interface AlternativesJob {
  db: Database
  clock: () => Date
  signal: AbortSignal
  /** What does the same as a subject; never rejects because of one subject. */
  search(subjectId: string): Promise<AlternativeList>
  /** Stores lists, after what follows from them. */
  record(lists: readonly AlternativeList[]): Promise<void>
  /** How time is measured and let pass. */
  monotonicMs?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/** Subjects for which alternatives were searched, how many of them have one, and how many were forgotten. */
export interface AlternativesReport {
  searched: number
  found: number
  forgotten: number
}

/**
 * A run searches alternatives for as many subjects as its budget allows: first for those that have no list yet and
 * cannot be relied on now, then for those without a search since they changed, then for those whose search is a day
 * old. What was found is stored after every slice, so that a killed run is continued by the next. One process at a
 * time; null: it is another.
 */
export function openAlternativesJob(job: AlternativesJob): () => Promise<AlternativesReport | null> {
  // Subjects that changed before this have been searched for; null: not known yet. Spares reading the whole catalog.
  let searchedUntil: DatabaseInstant | null = null
  const run = async (): Promise<AlternativesReport> => {
    const { db } = job
    const until = await readSettledUntil(db)
    const unsearched = await listUnsearched(db, searchedUntil, MOST_IN_A_RUN)
    const forgotten = await forgetGone(db)
    const old = await listOldSearches(db, MOST_IN_A_RUN - unsearched.length)
    const { searched, found } = await searchWithin(BUDGET_MS, [...new Set([...unsearched, ...old])], job)
    if (unsearched.length < MOST_IN_A_RUN && searched >= unsearched.length) searchedUntil = until
    return { searched, found, forgotten }
  }
  return async () => (await withLease(job.db, job.clock, 'alternatives', run)) ?? null
}

/** Searches in slices until the budget is used. Time that others took meanwhile counts: under load it does less. */
async function searchWithin(
  budgetMs: number,
  subjectIds: readonly string[],
  {
    search,
    record,
    signal,
    monotonicMs = () => performance.now(),
    pause = (ms) => pauseFor(ms, signal),
  }: AlternativesJob,
) {
  const total = { searched: 0, found: 0 }
  let spentMs = 0
  while (total.searched < subjectIds.length && spentMs < budgetMs && !signal.aborted) {
    const [beganAt, slice] = [monotonicMs(), [] as AlternativeList[]]
    for (const subjectId of subjectIds.slice(total.searched)) {
      slice.push(await search(subjectId))
      await nextEventLoopTurn()
      if (signal.aborted || monotonicMs() - beganAt >= SLICE_MS) break
    }
    await record(slice)
    total.searched += slice.length
    total.found += slice.filter(({ alternatives }) => alternatives.length > 0).length
    const tookMs = monotonicMs() - beganAt
    spentMs += tookMs
    if (total.searched < subjectIds.length) await pause(PAUSE_SHARE * tookMs)
  }
  return total
}

/** Ends early when the signal is given. */
function pauseFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal }).catch(() => undefined)
}
