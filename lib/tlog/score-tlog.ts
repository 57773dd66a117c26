import { canonicalJson, contentHash } from 'assay-verify/canonical-json'
import { DAY_MS } from 'assay-verify/duration'
import { digestOfJson } from 'assay-verify/leaves/leaf'
import { LRUCache } from 'lru-cache'
import type { RatedFacts } from '../api/signing/attester'
import { atMostEntries } from '../core/bytes/cache-options'
import type { Database } from '../store/database'
import type { TlogDocument } from '../store/outbox/documents'
import { recordDocuments } from '../store/outbox/documents'
import type { QueuedFact } from '../store/outbox/fact'
import { queueFacts } from '../store/outbox/queue'
import { listPublishedByIdentity } from './sql/leaves'

export interface ScoreTlogSettings {
  db: Database
  /** Days that the inputs of a score are kept. */
  documentDays: number
  log(line: string, cause?: unknown): void
}

const FLUSH_EVERY_MS = 2000
const LOOK_UP_EVERY_MS = 10_000
/** Facts and inputs of some 1.5 kB each. Beyond it nothing more is noted, and that is logged. */
const MOST_WAITING = 20_000
/** Rows of one statement. */
const CHUNK = 500
const MOST_KNOWN = 100_000

interface Known {
  leaf: number | null
  lookedUpAt: number
}

interface Waiting {
  fact: QueuedFact
  document: TlogDocument
}

/**
 * Logs the facts of scores that were attested, a batch every two seconds, and knows their leaves once they are
 * published.
 */
export class ScoreTlog {
  readonly #settings: ScoreTlogSettings
  readonly #waiting = new Map<string, Waiting>()
  readonly #known = new LRUCache<string, Known>(atMostEntries(MOST_KNOWN))
  readonly #asked = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #isFailing = false
  #isFull = false

  constructor(settings: ScoreTlogSettings) {
    this.#settings = settings
  }

  /**
   * Notes that these facts were attested. Answers their identity: the same facts of a subject have the same one, and
   * are logged once.
   */
  add(toolId: string, facts: RatedFacts, inputs: () => object, now: Date): string {
    const identity = identityOf(toolId, facts)
    if (this.#known.has(identity)) return identity
    if (this.#waiting.size >= MOST_WAITING) {
      if (!this.#isFull)
        this.#settings.log(`${MOST_WAITING} attested scores wait for the database: others are not logged.`)
      this.#isFull = true
      return identity
    }
    this.#known.set(identity, { leaf: null, lookedUpAt: now.getTime() })
    this.#waiting.set(identity, this.#waitingOf(toolId, facts, inputs(), { identity, now }))
    this.#schedule()
    return identity
  }

  /**
   * The number of the published leaf of these facts; null: it is not known yet. It is looked up at most every ten
   * seconds, beside the call.
   */
  leafOf(identity: string, now: Date): number | null {
    const entry = this.#known.get(identity)
    if (entry === undefined || entry.leaf !== null) return entry?.leaf ?? null
    if (Math.abs(now.getTime() - entry.lookedUpAt) >= LOOK_UP_EVERY_MS) {
      entry.lookedUpAt = now.getTime()
      this.#asked.add(identity)
      this.#schedule()
    }
    return null
  }

  /**
   * Writes what waits, and looks up the leaves that were asked for. Does not throw: what cannot be written is kept for
   * the next time.
   */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = undefined
      if (this.#waiting.size > 0 || this.#asked.size > 0) this.#schedule()
    })
    return this.#flushing
  }

  /** Facts that wait to be written. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Writes what waits for the last time. */
  async close(): Promise<void> {
    await this.#flushing
    if (this.#waiting.size > 0) await this.flush()
    clearTimeout(this.#timer)
    const left = this.#waiting.size
    if (left > 0) this.#settings.log(`${left} attested scores could not be queued for the log.`)
  }

  #waitingOf(
    toolId: string,
    { verdict, score, grade, formula, asOf }: RatedFacts,
    inputs: object,
    { identity, now }: { identity: string; now: Date },
  ): Waiting {
    const body = canonicalJson(inputs)
    const digest = digestOfJson(body)
    const facts = { verdict, score, grade, formula, asOf, inputs: digest }
    const keptUntil = new Date(now.getTime() + this.#settings.documentDays * DAY_MS)
    return {
      fact: { fact: { kind: 'score', at: now.toISOString(), id: toolId, ...facts }, identity },
      document: { digest, kind: 'score', body, keptUntil },
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, FLUSH_EVERY_MS).unref()
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.size > 0) await this.#writeChunk([...this.#waiting].slice(0, CHUNK))
      this.#isFull = false
      await this.#lookUp()
      this.#isFailing = false
    } catch (cause) {
      if (!this.#isFailing)
        this.#settings.log('Attested scores cannot be queued for the log; they are kept and written later.', cause)
      this.#isFailing = true
    }
  }

  async #writeChunk(chunk: readonly [string, Waiting][]): Promise<void> {
    const documents = chunk.map(([, { document }]) => document)
    const facts = chunk.map(([, { fact }]) => fact)
    const newest = new Date(Math.max(...facts.map(({ fact }) => Date.parse(fact.at))))
    await this.#settings.db.transaction(async (tx) => {
      await recordDocuments(tx, documents)
      await queueFacts(tx, facts, newest)
    })
    for (const [identity] of chunk) this.#waiting.delete(identity)
  }

  async #lookUp(): Promise<void> {
    const identities = [...this.#asked].slice(0, CHUNK)
    const found = await listPublishedByIdentity(this.#settings.db, identities)
    for (const identity of identities) {
      this.#asked.delete(identity)
      const entry = this.#known.peek(identity)
      if (entry !== undefined) entry.leaf = found.get(identity) ?? null
    }
  }
}

/** What makes two attested facts the same. */
function identityOf(toolId: string, { verdict, score, grade, formula, asOf }: RatedFacts): string {
  return contentHash([toolId, verdict, score, grade, formula, asOf])
}
