import type { BreakageKind } from 'assay-verify/breakage-kind'
import { HOUR_MS } from 'assay-verify/duration'
import { outcomeOf, PROBE_REASONS } from 'assay-verify/state/observation'
import { everAnswered, type ServerState } from 'assay-verify/state/server-state'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { isFresh } from 'assay-verify/state/target-summary'
import { isUnderMaintenance } from '../core/history/maintenance'
import { type Assessment, conditionOf } from '../core/verdict/assessment'
import { BREAKAGES } from '../core/verdict/breakage'
import { breakageChanges, breakageChangesByListing, type ToolBreakage } from '../core/verdict/breakage-changes'
import type { ServerCondition } from '../core/verdict/breakage-rule'
import { type CorrelationKey, correlationKeysOf, type StartWindow } from '../core/verdict/incident'
import { type BreakageOpening, openBreakages } from '../store/breakages/breakage-openings'
import {
  closeBreakages,
  dateBreakages,
  listOpenOfServers,
  type OpenBreakageKey,
  touchBreakages,
} from '../store/breakages/breakages'
import { listServerIds } from '../store/breakages/incidents'
import type { ListingChange } from '../store/catalog/observed-listing'
import type { Database } from '../store/database'
import type { FinishedProbe, Reassessment } from './finished-probe'

/** What a batch of probes found, as far as it opens and closes breakages. */
export interface ProbedBatch {
  reassessed: readonly Reassessment[]
  probes: readonly FinishedProbe[]
  /** By server. */
  listings: ReadonlyMap<number, ListingChange>
}

/** The usual interval between two probes, in ms. It bounds the start where no probe found the server well before. */
const USUAL_GAP_MS = 15 * 60_000
/** A longer start window, in ms, is cut to this: it would match unrelated incidents. */
const LONGEST_START_WINDOW_MS = 2 * HOUR_MS

/** Opens and closes breakages by what a batch of probes found, in the transaction of the batch. */
export async function recordBreakages(
  tx: Database,
  { reassessed, probes, listings }: ProbedBatch,
  now: Date,
): Promise<void> {
  const keys = reassessed.map((entry) => entry.serverKey)
  const allOpen = await listOpenOfServers(tx, keys)
  const steps = reassessed.flatMap((entry) => {
    const last = decidingProbe(entry, probes)
    if (last === undefined) return []
    const open = allOpen.filter(({ serverKey }) => serverKey === entry.serverKey)
    const listing = listings.get(entry.serverKey)
    return [stepOf(entry, last, open, listing, now)]
  })
  const openings = steps.flatMap((step) => step.open)
  const closings = new Set(steps.flatMap((step) => step.close))
  await touchBreakages(
    tx,
    steps.flatMap((step) => step.seen),
    now,
  )
  await dateBreakages(
    tx,
    steps.flatMap((step) => step.dated),
  )
  await closeBreakages(tx, [...closings], now)
  await openBreakages(tx, await withServerIds(tx, openings), now)
}

/** The newest probe of the leading target, else of any. */
function decidingProbe(
  { serverKey, after }: Reassessment,
  probes: readonly FinishedProbe[],
): FinishedProbe | undefined {
  const own = probes.filter((entry) => entry.serverKey === serverKey)
  const leadingNo = after.serverState.targets[0]?.targetNo
  return own.findLast(({ targetNo }) => targetNo === leadingNo) ?? own.at(-1)
}

/** An opening whose correlation keys still lack the server's id, which is read only for servers that need it. */
type Draft = Omit<BreakageOpening, 'correlationKeys'> & {
  correlationKeys: (serverId: string) => [CorrelationKey, ...CorrelationKey[]]
}

interface Step {
  open: Draft[]
  /** Keys of breakages. */
  close: number[]
  seen: number[]
  /** Breakages that began at another time than stored. */
  dated: { key: number; openedAt: Date }[]
}

function stepOf(
  entry: Reassessment,
  last: FinishedProbe,
  open: readonly OpenBreakageKey[],
  listing: ListingChange | undefined,
  now: Date,
): Step {
  const ofServer = open.filter(({ kind }) => BREAKAGES[kind].subject === 'server')
  const changes = breakageChanges(
    ofServer.map(({ kind }) => kind),
    entry.before.serverState === null ? null : conditionAt(entry.before.assessment, entry, now),
    conditionAt(entry.after.assessment, entry, now),
  )
  const { serverKey } = entry
  const evidence = evidenceOf(entry, last)
  const correlationKeys = (serverId: string) => correlationKeysOfProbe(serverId, last)
  const began = changes.open.map(({ kind, severity }) => {
    const startWindow = startWindowOf(kind, entry, last)
    const openedAt = (kind === 'down' ? entry.after.assessment.downSince : null) ?? last.probe.observation.observedAt
    return { serverKey, toolId: null, kind, severity, openedAt, evidence, correlationKeys, startWindow }
  })
  const byListing = listing === undefined ? { open: [], close: [] } : breakageChangesByListing(open, listing)
  const isSeen = outcomeOf(last.probe.observation.reason) !== 'inconclusive'
  const lasting = ofServer.filter(({ kind }) => !changes.close.includes(kind))
  return {
    open: [...began, ...byListing.open.map((breakage) => draftOf(serverKey, breakage, now))],
    close: [...ofServer.filter(({ kind }) => changes.close.includes(kind)), ...byListing.close].map(({ key }) => key),
    seen: isSeen ? lasting.map(({ key }) => key) : [],
    dated: datedByOutage(lasting, entry.after.assessment),
  }
}

/**
 * An open `down` begins with the server's current outage, which may be a newer one where several probes were committed
 * together.
 */
function datedByOutage(lasting: readonly OpenBreakageKey[], { downSince }: Assessment): Step['dated'] {
  if (downSince === null) return []
  return lasting.flatMap(({ key, kind, openedAt }) =>
    kind === 'down' && openedAt.getTime() !== downSince.getTime() ? [{ key, openedAt: downSince }] : [],
  )
}

/** Whether it ever answered: an address to a probe; where it has none, its package or page was ever there. */
function hasAnswered(serverState: ServerState): boolean {
  const { targets } = serverState
  return everAnswered(serverState) || (!targets.some(isEndpoint) && targets.some(wasFound))
}

function isEndpoint({ evidence }: TargetSummary): boolean {
  return evidence === 'endpoint'
}

function wasFound({ liveness, packageFacts }: TargetSummary): boolean {
  return liveness === 'up' || packageFacts !== null
}

function conditionAt(assessment: Assessment, { after, maintenance }: Reassessment, now: Date): ServerCondition {
  return {
    ...conditionOf(assessment),
    everAnswered: hasAnswered(after.serverState),
    inMaintenance: isUnderMaintenance(maintenance ?? null, now),
    isPublished: isPublished(after.serverState, now),
  }
}

function isPublished({ lastInformativeAt, targets }: Reassessment['after']['serverState'], now: Date): boolean {
  return lastInformativeAt === null && targets.some((target) => target.reason === 'published' && isFresh(target, now))
}

/** The reason of the newest probe where it is of an endpoint and failed; else the reason that decides the verdict. */
function evidenceOf({ after }: Reassessment, { probe, target }: FinishedProbe): BreakageOpening['evidence'] {
  const { reason, observedAt } = probe.observation
  const [deciding] = after.assessment.reasons
  const observed = { code: reason, text: PROBE_REASONS[reason].text }
  const isFailure = target.evidence === 'endpoint' && outcomeOf(reason) === 'failed'
  const { code, text } = isFailure ? observed : (deciding ?? observed)
  return { code, text, at: observedAt.toISOString() }
}

function correlationKeysOfProbe(
  serverId: string,
  { target, probe }: FinishedProbe,
): [CorrelationKey, ...CorrelationKey[]] {
  const { reason, httpStatus } = probe.observation
  // The host of a package is that of its index, which is no cause of what it says of the package.
  const host = target.evidence === 'endpoint' ? target.host : null
  return correlationKeysOf({ serverId, host, address: probe.address ?? null, reason, httpStatus })
}

/** Between the last probe that found the server well and the first that did not, as far as these are known. */
function startWindowOf(kind: BreakageKind, { before, after }: Reassessment, { probe }: FinishedProbe): StartWindow {
  const probedAt = probe.observation.observedAt.getTime()
  const { streak, lastOkAt } = after.serverState
  const firstBadAt = kind === 'down' && streak?.state === 'down' ? streak.firstAt : probedAt
  const wellAt = [lastOkAt, before.serverState?.lastInformativeAt].filter(
    (at): at is number => typeof at === 'number' && at < firstBadAt,
  )
  const lastWellAt = Math.max(
    firstBadAt - LONGEST_START_WINDOW_MS,
    wellAt.length > 0 ? Math.max(...wellAt) : firstBadAt - USUAL_GAP_MS,
  )
  return { after: new Date(lastWellAt), before: new Date(firstBadAt) }
}

function draftOf(serverKey: number, { code, text, isUnsafe: _isUnsafe, ...breakage }: ToolBreakage, now: Date): Draft {
  return {
    ...breakage,
    serverKey,
    evidence: { code, text, at: now.toISOString() },
    correlationKeys: (serverId) => [{ cause: 'listing', what: serverId }],
    startWindow: { after: now, before: now },
  }
}

async function withServerIds(tx: Database, drafts: readonly Draft[]): Promise<BreakageOpening[]> {
  const ids = await listServerIds(
    tx,
    drafts.map((draft) => draft.serverKey),
  )
  return drafts.flatMap((draft) => {
    const serverId = ids.get(draft.serverKey)
    return serverId === undefined ? [] : [{ ...draft, correlationKeys: draft.correlationKeys(serverId) }]
  })
}
