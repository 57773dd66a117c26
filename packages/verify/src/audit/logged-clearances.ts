import { QUEUE_SLACK_MS } from '../leaves/interval-times.ts'
import type { LeafOf } from '../leaves/leaf.ts'
import { type Finding, finding } from './finding.ts'

/** That texts of a server are cleared, as it is shown. */
export interface ShownClearance {
  serverId: string
  /** ISO 8601. */
  at: string
  reason: string
  /** When it was asked for, epoch ms. */
  askedAt: number
}

interface Clearance {
  leaf: number
  at: number
  reason: string | null
  /** When it was taken back. */
  to: number
}

/** Which unsafe texts operators cleared and took back, as the log has it: when and why, by server. */
export class LoggedClearances {
  readonly #byServer = new Map<string, Clearance[]>()

  take({ id, event, at, reason }: LeafOf<'unsafe_texts'>, leaf: number): void {
    const known = this.#byServer.get(id) ?? []
    if (event === 'restored') for (const one of known) one.to = Math.min(one.to, Date.parse(at))
    else this.#byServer.set(id, [...known, { leaf, at: Date.parse(at), reason, to: Number.POSITIVE_INFINITY }])
  }

  /**
   * Whether clearances that are shown are logged, with the same reason. `wasRecorded`: of which moments (epoch ms) the
   * log has what happened.
   */
  check(shown: readonly ShownClearance[], wasRecorded: (at: number) => boolean): Finding[] {
    return shown.flatMap(({ serverId, at, reason, askedAt }) => {
      const time = Date.parse(at)
      if (!wasRecorded(time)) return []
      const logged = this.#byServer.get(serverId) ?? []
      const near = logged.filter((one) => Math.abs(one.at - time) <= QUEUE_SLACK_MS)
      if (near.some((one) => one.reason === reason && one.to > askedAt - QUEUE_SLACK_MS)) return []
      const text = `Texts are shown as cleared at ${at}; the log has no clearing of then with that reason, or its end.`
      return [finding('cleared', near[0]?.leaf ?? null, serverId, text)]
    })
  }
}
