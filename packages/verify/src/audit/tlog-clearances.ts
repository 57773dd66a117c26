import { type ClearedTexts, MOST_CLEARED } from '../leaves/cleared-texts.ts'
import { QUEUE_SLACK_MS } from '../leaves/interval-times.ts'
import type { LeafOf } from '../leaves/leaf.ts'
import { type Finding, finding } from './finding.ts'

/** An unsafe text of a server, as it is shown. */
export interface ShownText {
  serverId: string
  digest: string
  /** When (ISO 8601) and why it was cleared; null: it counts. */
  cleared: { at: string; reason: string } | null
  /** When it was asked for, epoch ms. */
  askedAt: number
}

interface Clearance {
  leaf: number
  at: number
  reason: string | null
  /** When it was taken back. */
  to: number
  /** Of its document, in which the texts are. */
  digest: string
}

/** Whether the log has what happened between two moments, epoch ms. */
type WasRecorded = (from: number, to: number) => boolean

/** Which unsafe texts operators cleared and took back, as the log has it: when and why, by server. */
export class TlogClearances {
  readonly #byServer = new Map<string, Clearance[]>()
  /** By digest of the document. */
  readonly #texts = new Map<string, readonly string[]>()

  take({ id, event, at, reason, digest }: LeafOf<'unsafe_texts'>, leaf: number): void {
    const known = this.#byServer.get(id) ?? []
    if (event === 'restored') for (const one of known) one.to = Math.min(one.to, Date.parse(at))
    else this.#byServer.set(id, [...known, { leaf, at: Date.parse(at), reason, digest, to: Number.POSITIVE_INFINITY }])
  }

  /** Notes which texts the document with this digest names. */
  takeTexts(digest: string, { texts }: ClearedTexts): void {
    this.#texts.set(digest, texts)
  }

  /** Whether unsafe texts are shown as cleared, when and why, where the log has it so, and only there. */
  check(shown: readonly ShownText[], wasRecorded: WasRecorded): Finding[] {
    return shown.flatMap((one) => {
      const logged = this.#byServer.get(one.serverId) ?? []
      const [text, leaf] =
        one.cleared === null
          ? this.#faultOfCounting(one, logged, wasRecorded)
          : this.#faultOfCleared(one, logged, wasRecorded)
      return text === undefined ? [] : [finding('cleared', leaf ?? null, one.serverId, text)]
    })
  }

  #faultOfCleared(
    { digest, cleared, askedAt }: ShownText,
    logged: readonly Clearance[],
    wasRecorded: WasRecorded,
  ): Fault {
    const at = cleared?.at ?? ''
    const time = Date.parse(at)
    if (!wasRecorded(time, time)) return []
    const near = logged.filter((one) => Math.abs(one.at - time) <= QUEUE_SLACK_MS)
    const same = near.filter((one) => one.reason === cleared?.reason && one.to > askedAt - QUEUE_SLACK_MS)
    const [first] = [...same, ...near]
    if (same.length === 0)
      return [
        `Texts are shown as cleared at ${at}; the log has no clearing of then with that reason, or its end.`,
        first?.leaf,
      ]
    if (same.some((one) => this.#texts.get(one.digest)?.includes(digest) ?? true)) return []
    return [`A text is shown as cleared at ${at}; what was cleared then are others.`, first?.leaf]
  }

  /** A text that was cleared lately counts again only where that was taken back. */
  #faultOfCounting({ digest, askedAt }: ShownText, logged: readonly Clearance[], wasRecorded: WasRecorded): Fault {
    const active = logged.filter(({ at, to }) => at < askedAt - QUEUE_SLACK_MS && to > askedAt + QUEUE_SLACK_MS)
    const texts = active.flatMap((one) => (this.#texts.get(one.digest) ?? []).map((text) => ({ ...one, text })))
    const found = texts.slice(-MOST_CLEARED).find(({ text }) => text === digest)
    if (found === undefined || !wasRecorded(found.at, askedAt)) return []
    return [`A text is shown as not cleared; it was, at ${new Date(found.at).toISOString()}.`, found.leaf]
  }
}

/** What is wrong, and the leaf that shows it; empty: nothing. */
type Fault = [] | [text: string, leaf: number | undefined]
