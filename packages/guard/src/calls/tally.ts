import type { Refusal } from './call-gate.ts'

/** How the calls of one server went since the guard began. Times are in ms since 1970; null: never. */
export interface TallyOf {
  calls: number
  failed: number
  /** Refused calls by their reason. */
  refused: Readonly<Record<string, number>>
  lastCallAt: number | null
  lastAnswerAt: number | null
  lastFailureAt: number | null
  lastRefusalAt: number | null
}

/** Counts the calls of each server; nothing of what they are about. */
export class Tally {
  readonly #of = new Map<string, TallyOf>()

  of(server: string): TallyOf {
    return this.#of.get(server) ?? NOTHING
  }

  called(server: string, at: number): void {
    const tally = this.of(server)
    this.#of.set(server, { ...tally, calls: tally.calls + 1, lastCallAt: at })
  }

  ended(server: string, kind: 'answered' | 'failed', at: number): void {
    const tally = this.of(server)
    if (kind === 'answered') this.#of.set(server, { ...tally, lastAnswerAt: at })
    else this.#of.set(server, { ...tally, failed: tally.failed + 1, lastFailureAt: at })
  }

  refused(server: string, code: Refusal['code'], at: number): void {
    const { refused, ...tally } = this.of(server)
    const counted = { ...refused, [code]: (refused[code] ?? 0) + 1 }
    this.#of.set(server, { ...tally, refused: counted, lastRefusalAt: at })
  }
}

const NOTHING: TallyOf = {
  calls: 0,
  failed: 0,
  refused: {},
  lastCallAt: null,
  lastAnswerAt: null,
  lastFailureAt: null,
  lastRefusalAt: null,
}
