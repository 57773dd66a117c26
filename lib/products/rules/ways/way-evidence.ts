import type { PackageFacts } from 'assay-verify/state/package-facts'
import { isFresh, type TargetSummary } from 'assay-verify/state/target-summary'
import type { Access, Status } from 'assay-verify/verdict'
import type { NamedWay } from './way-identity'
import type { WayState } from './way-states'

/** What is known of an entry of a catalog: its evidence, and how it is assessed now. */
export interface AssessedEntry {
  serverId: string
  /** What probes know of its targets, the leading endpoint first. */
  targets: readonly TargetSummary[]
  status: Status
  access: Access
  /** Codes of its reasons, the decisive one first. */
  reasons: readonly string[]
  /** When its newest evidence is from, epoch milliseconds; null: there is none. */
  asOf: number | null
  /** Since when it is down, epoch milliseconds; null: it is not, or that is not known. */
  downSince: number | null
  isUnsafe: boolean
  isDeleted: boolean
  /** Of its leading endpoint, whole ms; null: too few answers were measured. */
  medianMs: number | null
  /** Probes of its leading endpoint that say something. */
  probes: number
}

/** What an entry knows of a way that it names. */
export interface WayEvidence {
  serverId: string
  state: WayState
  /** Epoch milliseconds; null: not known. */
  since: number | null
  asOf: number | null
  /** Stable code of the newest probe that says something; null: none yet. */
  reason: string | null
  medianMs: number | null
  /** Of a package what its index publishes. */
  published: PackageFacts | null
  /** How many probes it rests on. */
  probes: number
}

/** What this entry's evidence says of a way at `now`. `isFirst`: of its own, the one that a client would take. */
export function evidenceOf(entry: AssessedEntry, way: NamedWay, isFirst: boolean, now: Date): WayEvidence {
  const own = entry.targets.filter((target) => isOf(target, way))
  const [newest] = own.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
  const published = own.find(({ packageFacts }) => packageFacts !== null)?.packageFacts ?? null
  const isLeading = own.length > 0 ? own.includes(entry.targets[0] as TargetSummary) : isAlone(entry, isFirst)
  const found = withFault(stateOf(entry, way, own, isLeading, now), entry)
  const state = entry.isUnsafe ? 'unsafe' : entry.isDeleted ? 'removed' : found
  const isAddress = isLeading && !isPackaged(way)
  return {
    serverId: entry.serverId,
    state,
    since: newest?.sinceAt ?? (isAddress ? entry.downSince : null),
    asOf: newest?.at ?? (isAddress ? entry.asOf : null),
    reason: newest?.reason ?? null,
    medianMs: isAddress && state === 'working' ? entry.medianMs : null,
    published,
    probes: own.length === 0 && isAddress ? entry.probes : own.reduce((sum, { probes }) => sum + probes, 0),
  }
}

function stateOf(
  entry: AssessedEntry,
  way: NamedWay,
  own: readonly TargetSummary[],
  isLeading: boolean,
  now: Date,
): WayState {
  if (way.kind === 'source') return 'source'
  return isPackaged(way) ? packageState(own, now) : addressState(entry, own[0], isLeading, now)
}

const NO_TOOLS = ['no_tools_left', 'offers_no_tools', 'offers_other_than_tools']
const CHANGED = ['unsafe_change', 'breaking_change', 'tool_removed', 'tool_unsafe_change', 'tool_breaking_change']

/** A fault of the entry is one of each of its ways that works. */
function withFault(state: WayState, { reasons: [first = ''] }: AssessedEntry): WayState {
  if (state !== 'working') return state
  return NO_TOOLS.includes(first) ? 'no_tools' : CHANGED.includes(first) ? 'changed' : state
}

const isPackaged = ({ kind }: NamedWay) => kind === 'package' || kind === 'image'

/** States that were stored before targets were have evidence of the leading address alone. */
const isAlone = ({ targets, asOf }: AssessedEntry, isFirst: boolean) => isFirst && targets.length === 0 && asOf !== null

function isOf({ kind, url }: TargetSummary, { target, name, key }: NamedWay): boolean {
  if (kind !== target) return false
  return url === name || key === `${kind} ${url.toLowerCase()}`
}

function packageState(own: readonly TargetSummary[], now: Date): WayState {
  const fresh = own.filter((target) => isFresh(target, now))
  const publication = fresh.find(({ evidence }) => evidence === 'publication')
  const known = own.find(({ packageFacts }) => packageFacts !== null)?.packageFacts ?? null
  if (publication?.liveness === 'down') return known === null ? 'missing' : 'withdrawn'
  if (publication?.reason === 'deprecated') return publication.kind === 'pypi' ? 'withdrawn' : 'deprecated'
  const launch = fresh.find(
    ({ evidence, version }) =>
      evidence === 'launch' && (publication?.version == null || version === null || publication.version === version),
  )
  const launched = LAUNCHED.get(launch?.reason ?? '')
  if (launched !== undefined) return launched
  if (publication?.liveness === 'up') return 'published'
  return 'not_checked'
}

const LAUNCHED: ReadonlyMap<string, WayState> = new Map([
  ['started', 'working'],
  ['answered_without_tools', 'no_tools'],
  ['answered_other_than_tools', 'no_tools'],
  ['start_needs_credentials', 'sign_in'],
])

function addressState(
  entry: AssessedEntry,
  target: TargetSummary | undefined,
  isLeading: boolean,
  now: Date,
): WayState {
  if (target === undefined) return isLeading ? leadingState(entry) : 'not_checked'
  if (!isFresh(target, now)) return 'not_checked'
  if (target.evidence === 'documentation') return target.liveness === 'up' ? 'documented' : 'not_checked'
  if (target.liveness === 'unknown') return target.probes > 0 ? 'undecided' : 'not_checked'
  if (target.liveness === 'down') return 'down'
  return isLeading ? leadingState(entry) : (BY_REASON.get(target.reason ?? '') ?? 'not_checked')
}

const BY_REASON: ReadonlyMap<string, WayState> = new Map([
  ['answered', 'working'],
  ['api_answered', 'working'],
  ['answered_without_tools', 'no_tools'],
  ['answered_other_than_tools', 'no_tools'],
  ['credentials_required', 'sign_in'],
  ['forbidden', 'sign_in'],
  ['payment_required', 'payment'],
])

/** The state of what an entry's own assessment rests on. */
function leadingState({ status, access }: AssessedEntry): WayState {
  switch (status) {
    case 'healthy':
      return 'working'
    case 'degraded':
      return 'unstable'
    case 'auth':
      return access === 'paid' ? 'payment' : 'sign_in'
    case 'down':
      return 'down'
    case 'unknown':
      return 'not_checked'
  }
}
