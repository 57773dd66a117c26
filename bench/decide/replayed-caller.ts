import type { BundleView, ServerStateEntry } from 'assay-decide/bundle'
import { decide } from 'assay-decide/decide'
import type { RecentEvent, ToolCall } from 'assay-decide/decision'
import type { Policy } from 'assay-decide/policy'
import type { UptimeSeries } from '../evidence/uptime-series'
import type { PublishedState } from './published-states'

const MINUTE_MS = 60_000
/** Outages longer than this are to be found. */
const LONG_MS = 10 * MINUTE_MS
/** A caller forgets what is older. */
const REMEMBERED_MS = 60 * MINUTE_MS

export interface Caller {
  name: string
  everyMs: number
  hasMemory: boolean
}

/** How long calls would have worked, and would have gone into a long outage; and of that how long they were denied. */
export interface DenialTally {
  workingMs: number
  workingDeniedMs: number
  longMs: number
  longDeniedMs: number
}

export const newTally = (): DenialTally => ({ workingMs: 0, workingDeniedMs: 0, longMs: 0, longDeniedMs: 0 })

interface Stretch {
  from: number
  to: number
  up: boolean
}

/** When a service was up and down without a change. */
export function stretchesOf({ samples }: UptimeSeries): Stretch[] {
  const stretches: Stretch[] = []
  for (const { at, up } of samples) {
    const newest = stretches.at(-1)
    if (newest?.up === up) continue
    if (newest) newest.to = at
    stretches.push({ from: at, to: samples.at(-1)?.at ?? at, up })
  }
  return stretches
}

/** `mostMs`: of longer outages so much counts, so that services that nobody runs any more do not decide the share. */
export function addTimes(tally: DenialTally, stretches: readonly Stretch[], mostMs: number): void {
  for (const { from, to, up } of stretches) {
    if (up) tally.workingMs += to - from
    else if (to - from > LONG_MS) tally.longMs += Math.min(mostMs, to - from)
  }
}

const KEY = 'AAAAAAAAAAAAAAAAAAAAAA'
const CALL: ToolCall = { keys: [KEY], configuredName: 'replayed', tool: 'call', arguments: null }

interface Calling {
  caller: Caller
  policy: Policy
  /** When within its interval it calls, 0-1. */
  phase: number
  mostMs: number
}

/**
 * Adds the calls of a caller that are spread evenly. Only where the bundle says that the service is down can one be
 * denied, so only those from the beginning of such an outage on are made.
 */
export function addCalls(
  tally: DenialTally,
  stretches: readonly Stretch[],
  published: readonly PublishedState[],
  { caller, policy, phase, mostMs }: Calling,
): void {
  const { everyMs } = caller
  const truthAt = openTruthOf(stretches)
  const calls = new ReplayedCalls(caller, policy)
  const end = stretches.at(-1)?.to ?? 0
  let next = 0
  for (const [index, { from, entry }] of published.entries()) {
    if (entry === null) continue
    const begin = Math.max(next, beginOf(from, entry))
    const until = Math.min(end, published[index + 1]?.from ?? end)
    const servers = serversIn(entry)
    for (next = (Math.ceil(begin / everyMs - phase) + phase) * everyMs; next < until; next += everyMs) {
      const stretch = truthAt(next)
      if (isLongOver(stretch, next, mostMs)) {
        next += Math.floor((Math.min(until, stretch.to - REMEMBERED_MS) - next) / everyMs) * everyMs
        continue
      }
      const isDenied = calls.call(next, stretch.up, next < from ? null : viewAt(servers, next))
      if (isDenied) addDenied(tally, stretch, next - stretch.from < mostMs ? everyMs : 0, everyMs)
    }
  }
}

/** From when on a call can matter to a later one: the outage begins before it is published. */
const beginOf = (from: number, { since = 0 }: ServerStateEntry) => Math.min(from, since * MINUTE_MS)

/** Whether it is in the part of an outage that does not count, and not near its end. */
function isLongOver({ up, from, to }: Stretch, at: number, mostMs: number): boolean {
  return !up && at - from > mostMs && at < to - REMEMBERED_MS
}

function addDenied(tally: DenialTally, { up, from, to }: Stretch, downMs: number, workingMs: number): void {
  if (up) tally.workingDeniedMs += workingMs
  else if (to - from > LONG_MS) tally.longDeniedMs += downMs
}

class ReplayedCalls {
  readonly #hasMemory: boolean
  readonly #policy: Policy
  #recent: RecentEvent[] = []

  constructor({ hasMemory }: Caller, policy: Policy) {
    this.#hasMemory = hasMemory
    this.#policy = policy
  }

  /** Whether it was denied. */
  call(now: number, up: boolean, view: BundleView | null): boolean {
    const { action, code } = decide(CALL, view, this.#policy, this.#hasMemory ? this.#recent : null, now)
    const isDenied = action === 'deny'
    // Of denials after one another the first is enough.
    if (isDenied && this.#recent.at(-1)?.kind === 'denied') return true
    this.#recent.push(...kindsOf(isDenied, code === 'trial', up).map((kind) => ({ at: now, kind })))
    while ((this.#recent[0]?.at ?? now) < now - REMEMBERED_MS) this.#recent.shift()
    return isDenied
  }
}

/** Looks up the state at instants given in order of time. */
function openTruthOf(stretches: readonly Stretch[]): (at: number) => Stretch {
  let index = 0
  return (at) => {
    while ((stretches[index]?.to ?? Number.POSITIVE_INFINITY) <= at) index += 1
    return stretches[index] ?? { from: at, to: at, up: true }
  }
}

function kindsOf(isDenied: boolean, isTrial: boolean, up: boolean): RecentEvent['kind'][] {
  if (isDenied) return ['denied']
  return [...(isTrial ? (['trial'] as const) : []), up ? 'completed' : 'failed']
}

function serversIn(state: ServerStateEntry): BundleView['servers'] {
  const facts = { id: 'replayed', title: 'Replayed', keys: [KEY], tools: {} }
  return new Map([[KEY, [{ facts, state, pins: null }]]])
}

function viewAt(servers: BundleView['servers'], now: number): BundleView {
  return { assessedAt: now - MINUTE_MS, expiresAt: now + 9 * MINUTE_MS, servers, configuredNames: new Map() }
}
