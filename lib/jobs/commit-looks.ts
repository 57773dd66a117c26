import { type Belief, updateBelief } from '../core/belief'
import { breakageChanges } from '../core/breakage'
import { hostOf, type Remote } from '../core/catalog'
import type { Interval } from '../core/interval'
import { type Judgement, judge, standingOf } from '../core/judgement'
import { LOOK_REASONS } from '../core/observation'
import { scoreFactsFrom, scoreFrom } from '../core/score'
import { uptimeFrom, WINDOW_HOURS } from '../core/uptime'
import type { Look } from '../probers/look'
import {
  type BreakageClosing,
  type BreakageOpening,
  closeBreakages,
  openBreakages,
  touchBreakages,
} from '../store/breakages'
import type { Database } from '../store/database'
import * as evidence from '../store/evidence'
import { recordListing } from '../store/own-listing'
import { listRatingsOfServers, recordRatings } from '../store/ratings'
import { completeClaims } from '../store/schedule'
import { learnedCategorizer } from './learned-categorizer'

/** One look at a claimed server. `nextDueAt` ends the claim; null while a second look of the same run is still to come. */
export interface FinishedLook {
  serverKey: number
  remote: Remote
  look: Look
  nextDueAt: Date | null
}

/** What is now believed of a server, beside what was. */
export interface Reassessment {
  serverKey: number
  before: { belief: Belief | null; judgement: Judgement }
  after: { belief: Belief | null; judgement: Judgement }
  intervals: Interval[]
}

/** Commits a batch of looks in one transaction: evidence, listings, beliefs, ratings, breakages, and the claims that are done. */
export async function commitLooks(
  db: Database,
  leaseId: string,
  looks: readonly FinishedLook[],
  now: Date,
): Promise<Reassessment[]> {
  if (looks.length === 0) return []
  return db.transaction(async (tx) => {
    const serverKeys = [...new Set(looks.map((entry) => entry.serverKey))]
    const standings = await evidence.listStandingsForUpdate(tx, serverKeys)
    // The servers are gone: nothing is left to believe anything of.
    if (standings.length === 0) return []
    const reassessed = standings.map((standing) => reassess(standing, looks, now))
    await evidence.recordObservations(
      tx,
      looks.map(({ serverKey, look }) => ({ serverKey, observation: look.observation })),
    )
    await evidence.recordIntervals(
      tx,
      reassessed.flatMap(({ serverKey, intervals }) => intervals.map((interval) => ({ serverKey, ...interval }))),
    )
    for (const record of newestListings(looks)) await recordListing(tx, record, now, learnedCategorizer())
    await recordBeliefs(tx, reassessed, now)
    await rateServers(tx, reassessed, now)
    await recordBreakages(tx, reassessed, looks, now)
    const done = looks.flatMap(({ serverKey, nextDueAt }) =>
      nextDueAt === null ? [] : [{ serverKey, dueAt: nextDueAt }],
    )
    if (done.length > 0) await completeClaims(tx, leaseId, done)
    return reassessed
  })
}

function reassess(standing: evidence.ServerStanding, looks: readonly FinishedLook[], now: Date): Reassessment {
  const { serverKey, declaredAccess } = standing
  const observations = looks
    .filter((entry) => entry.serverKey === serverKey)
    .map((entry) => entry.look.observation)
    .sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime())
  let belief = standing.belief
  const intervals: Interval[] = []
  for (const observation of observations) {
    const step = updateBelief(belief, observation)
    belief = step.belief
    intervals.push(...step.intervals)
  }
  return {
    serverKey,
    before: { belief: standing.belief, judgement: judge(standing.belief, declaredAccess, null, now) },
    after: { belief, judgement: judge(belief, declaredAccess, null, now) },
    intervals,
  }
}

function newestListings(looks: readonly FinishedLook[]) {
  const byServer = new Map<number, Parameters<typeof recordListing>[1]>()
  for (const { serverKey, look } of looks) {
    const { tools, toolsCut, protocolVersion, era } = look
    if (tools === null) continue
    byServer.set(serverKey, { serverKey, tools, complete: !toolsCut, protocolVersion, era })
  }
  return byServer.values()
}

async function recordBeliefs(tx: Database, reassessed: readonly Reassessment[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_HOURS['90d'] * 3_600_000)
  const intervals = await evidence.listIntervals(
    tx,
    reassessed.map((entry) => entry.serverKey),
    since,
  )
  const records = reassessed.flatMap(({ serverKey, after: { belief, judgement } }) => {
    if (belief === null) return []
    const own = intervals.get(serverKey) ?? []
    return {
      serverKey,
      belief,
      uptime: uptimeFrom(own, belief.firstInformativeAt === null ? null : new Date(belief.firstInformativeAt), now),
      scoreFacts: scoreFactsFrom(belief, own, now),
      verdict: judgement.verdict,
      asOf: judgement.asOf ?? now,
      staleAfter: judgement.staleAfter ?? now,
    }
  })
  await evidence.recordServerStates(tx, records)
}

/** Brings the stored ratings of servers and their tools to what their evidence says at `now`; writes only those that change. */
export async function rateServers(
  tx: Database,
  reassessed: readonly Pick<Reassessment, 'serverKey'>[],
  now: Date,
): Promise<number> {
  const keys = reassessed.map((entry) => entry.serverKey)
  const [states, ratings] = [await evidence.listServerStates(tx, keys), await listRatingsOfServers(tx, keys)]
  const changes = ratings.flatMap((rating) => {
    const state = states.get(rating.serverKey)
    if (state === undefined) return []
    const tool = rating.kind === 'tool' ? { removedAt: rating.removedAt } : null
    const { verdict } = judge(state.belief, state.declaredAccess, tool, now)
    const { score, grade } = scoreFrom(state.scoreFacts, tool)
    const same = verdict === rating.verdict && score === rating.score && grade === rating.grade
    return same ? [] : [{ id: rating.id, verdict, score, grade }]
  })
  await recordRatings(tx, changes)
  return changes.length
}

async function recordBreakages(
  tx: Database,
  reassessed: readonly Reassessment[],
  looks: readonly FinishedLook[],
  now: Date,
): Promise<void> {
  const opened: BreakageOpening[] = []
  const closed: BreakageClosing[] = []
  for (const entry of reassessed) {
    const last = looks.findLast(({ serverKey }) => serverKey === entry.serverKey)
    if (last === undefined) continue
    const changes = breakagesOf(entry, last)
    opened.push(...changes.open)
    closed.push(...changes.close)
  }
  const serverKeys = reassessed.map((entry) => entry.serverKey)
  await closeBreakages(tx, closed, now)
  await touchBreakages(tx, serverKeys, now)
  await openBreakages(tx, opened, now)
}

function breakagesOf({ serverKey, before, after }: Reassessment, last: FinishedLook) {
  const standingBefore = before.belief === null ? null : standingOf(before.judgement)
  const { open, close } = breakageChanges(standingBefore, standingOf(after.judgement))
  const { reason, observedAt } = last.look.observation
  const evidenceOfLast = { code: reason, text: LOOK_REASONS[reason].text, at: observedAt.toISOString() }
  // What never answered did not break: it is rated down, and no news.
  const everAnswered = after.belief !== null && after.belief.access !== null
  const shared = { serverKey, toolId: null, evidence: evidenceOfLast, group: hostOf(last.remote) }
  return {
    open: everAnswered ? open.map((entry) => ({ ...shared, ...entry })) : [],
    close: close.map((kind) => ({ serverKey, kind })),
  }
}
