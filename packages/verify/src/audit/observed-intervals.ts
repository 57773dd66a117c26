import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { grouped } from '../grouped.ts'
import type { ObservedLine } from '../leaves/observation-line.ts'
import type { Observation, ProbeReason } from '../state/observation.ts'
import { foldObservations, MAX_GAP_HOURS, type ServerState } from '../state/server-state.ts'
import { NOTHING_SEEN } from '../state/server-state-fields.ts'

/** A stretch of up or down, epoch ms. */
export interface Stretch {
  state: 'up' | 'down'
  from: number
  to: number
}

/** What the observations of one target give. */
export interface ObservedTarget {
  serverId: string
  target: number
  /** Oldest first. */
  stretches: readonly Stretch[]
  /** It was answered as an endpoint is. */
  hasAnswered: boolean
}

/** Consecutive hours whose observations were compared with their roots, epoch ms. */
export interface ObservedRun {
  from: number
  to: number
  targets: readonly ObservedTarget[]
}

/** Reasons of probes of packages and pages, which make no intervals. */
const OF_NON_ENDPOINTS: ReadonlySet<ProbeReason> = new Set<ProbeReason>([
  'published',
  'deprecated',
  'documented',
  'package_gone',
])
const ENDPOINT_ANSWERS: ReadonlySet<ProbeReason> = new Set<ProbeReason>([
  'answered',
  'answered_without_tools',
  'answered_other_than_tools',
  'api_answered',
])

interface Folded {
  serverId: string
  target: number
  state: ServerState
  byStart: Map<string, Stretch>
  hasAnswered: boolean
}

/**
 * Computes the stretches of up and down from observations, by the rules by which the service computes them. Hours are
 * added in their order.
 */
export class ObservedIntervals {
  readonly runs: ObservedRun[] = []
  readonly #wasUp: (serverId: string, target: number, before: number) => boolean
  #targets = new Map<string, Folded>()
  #from: number | null = null
  #to = Number.NEGATIVE_INFINITY

  /**
   * `wasUp`: whether the log has a target as up before an instant; one that ever answered is taken to be down only
   * after more failures.
   */
  constructor(wasUp: (serverId: string, target: number, before: number) => boolean) {
    this.#wasUp = wasUp
  }

  /** Takes an hour (epoch ms) whose observations gave the logged root, or that has none and none logged. */
  add(hour: number, lines: readonly ObservedLine[]): void {
    if (hour !== this.#to) this.interrupt()
    this.#from ??= hour
    this.#to = hour + HOUR_MS
    const ofEndpoints = lines.filter(({ reason }) => !OF_NON_ENDPOINTS.has(reason))
    const byTarget = grouped(ofEndpoints.map((line) => [`${line.id} ${line.target}`, line]))
    for (const [key, own] of byTarget) this.#fold(key, own)
  }

  /** Ends the run: what follows an hour that could not be compared is computed anew. */
  interrupt(): void {
    if (this.#from !== null) {
      const targets = [...this.#targets.values()].map(({ serverId, target, byStart, hasAnswered }) => ({
        ...{ serverId, target, hasAnswered, stretches: [...byStart.values()] },
      }))
      this.runs.push({ from: this.#from, to: this.#to, targets })
    }
    this.#targets = new Map()
    this.#from = null
  }

  #fold(key: string, lines: readonly ObservedLine[]): void {
    const [first] = lines
    if (first === undefined) return
    const folded = this.#targets.get(key) ?? this.#begun(first)
    this.#targets.set(key, folded)
    const { serverState, intervals } = foldObservations(folded.state, lines.map(observationOf))
    folded.state = serverState
    folded.hasAnswered ||= lines.some(({ reason }) => ENDPOINT_ANSWERS.has(reason))
    for (const { state, from, to } of intervals) {
      if (state !== 'up' && state !== 'down') continue
      folded.byStart.set(`${state} ${from.getTime()}`, { state, from: from.getTime(), to: to.getTime() })
    }
  }

  #begun({ id: serverId, target }: ObservedLine): Folded {
    const wasUp = this.#wasUp(serverId, target, this.#from ?? 0)
    const history = { ...NOTHING_SEEN.history, upHours: wasUp ? 1 : 0 }
    return { serverId, target, state: { ...NOTHING_SEEN, history }, byStart: new Map(), hasAnswered: false }
  }
}

function observationOf({ at, reason, latencyMs, httpStatus, vantage }: ObservedLine): Observation {
  return { observedAt: new Date(at), reason, latencyMs, httpStatus, vantage }
}

/**
 * Stretches in which the log may differ from what the observations give: whole seconds, and probes of the same second.
 */
export const OBSERVED_SLACK_MS = 3 * MINUTE_MS
/** After the beginning of a run a state that was known before may still hold. */
export const SETTLED_AFTER_MS = MAX_GAP_HOURS * HOUR_MS
