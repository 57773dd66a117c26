import type { Belief } from '../core/state/belief'
import { isReachable, type LookReason, outcomeOf } from '../core/state/observation'
import type { OwnLine } from './canary'
import type { FinishedLook } from './commit-looks'

/** A finished look, and whether a failure was what the server let us expect. */
export interface DoubtableLook extends FinishedLook {
  wasFailing: boolean
}

/** Whether a server is known to fail, so that one more failure tells nothing of our line. */
export function wasFailing(belief: Belief | null): boolean {
  if (belief === null || belief.standing === 'up') return false
  const { lastInformativeReason: reason } = belief
  return belief.standing === 'down' || (reason !== null && isReachable(outcomeOf(reason)) === false)
}

/** What every public server seems to have while our own line is down. */
const LINE_REASONS: ReadonlySet<LookReason> = new Set([
  'dns_failed',
  'connect_failed',
  'certificate_invalid',
  'timed_out',
])

/** From this share of failures that nobody expected on, the line is asked after: of servers that worked, one look in fifty fails. */
const DOUBTFUL_SHARE = 0.5

/** A line that worked this recently, in ms, is not asked after again: outages of two seconds are settled by the next look. */
const ASK_AGAIN_MS = 5000

/**
 * What of a batch may be said of the servers. Where at least half of the looks at public servers that were not failing fail as they
 * would without a line, or the line was found down already, the line is asked after; if it is down, public looks that failed so
 * become looks that could not be made: visible, counted for nothing, and due again at once.
 */
export class OwnLineDoubt {
  readonly #ownLine: OwnLine
  #isDown = false

  constructor(ownLine: OwnLine) {
    this.#ownLine = ownLine
  }

  /** Whether the line was found down when a batch was last doubted. */
  get isDown(): boolean {
    return this.#isDown
  }

  async cleared(batch: readonly DoubtableLook[], now: Date): Promise<readonly FinishedLook[]> {
    for (const { look, target } of batch) {
      const { reason, observedAt } = look.observation
      if (target.network === 'public' && isReachable(outcomeOf(reason))) this.#ownLine.sawAnswer(observedAt)
    }
    if (!batch.some(couldBeOurs) || !(this.#isDown || isDoubtful(batch))) return batch
    this.#isDown = !(await this.#ownLine.works(now, ASK_AGAIN_MS))
    return this.#isDown ? batch.map((entry) => (couldBeOurs(entry) ? notMade(entry, now) : entry)) : batch
  }
}

function couldBeOurs({ look, target }: FinishedLook): boolean {
  return target.network === 'public' && LINE_REASONS.has(look.observation.reason)
}

function isDoubtful(batch: readonly DoubtableLook[]): boolean {
  const telling = batch.filter(({ target, wasFailing }) => target.network === 'public' && !wasFailing)
  return telling.length > 0 && telling.filter(couldBeOurs).length >= telling.length * DOUBTFUL_SHARE
}

function notMade(entry: FinishedLook, now: Date): FinishedLook {
  const observation = { ...entry.look.observation, reason: 'own_line_down' as const, latencyMs: null, httpStatus: null }
  return { ...entry, look: { ...entry.look, observation }, nextDueAt: now, isRecheck: false }
}
