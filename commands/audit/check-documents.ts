import { createHash, randomInt } from 'node:crypto'
import { checkRated, ratedOfLeaf } from '../../lib/core/audit/check-inputs'
import { type Finding, finding } from '../../lib/core/audit/finding'
import type { LoggedFacts } from '../../lib/core/audit/logged-facts'
import { DAY_MS } from '../../lib/core/duration'
import { parseStrictJson } from '../../lib/core/text/strict-json'
import { chunksOf } from '../../lib/store/chunks'
import type { Service } from '../fetch-service'
import type { NamedDocument } from './replay'
import type { KeptDays } from './served-log'

const MAX_DOCUMENT_BYTES = 4_000_000
const AT_ONCE = 8
/** Documents of a sample, about. */
const SAMPLE = 1000

/** What became of the documents. */
export interface DocumentCounts {
  checked: number
  /** Kept no longer, as the service says. */
  expired: number
  /** Scores of formulas that this program does not know. */
  otherFormula: number
  skipped: number
}

/** How documents are checked. */
export interface DocumentOptions {
  /** Of the log, of which a sample is taken; null: every document is checked. */
  leaves: number | null
  /** null: the service does not say. */
  kept: KeptDays | null
  /** Epoch ms. */
  now: number
}

/** Fetches documents that leaves name, and recomputes the scores. `share`: of the documents that are checked. */
export class DocumentChecks {
  readonly counts: DocumentCounts = { checked: 0, expired: 0, otherFormula: 0, skipped: 0 }
  readonly #service: Service
  readonly #found: (finding: Finding) => void
  readonly #options: DocumentOptions

  constructor(service: Service, found: (finding: Finding) => void, options: DocumentOptions) {
    this.#service = service
    this.#found = found
    this.#options = options
  }

  async check(named: readonly NamedDocument[], facts: LoggedFacts): Promise<void> {
    const { leaves } = this.#options
    const chosen = named.filter(() => leaves === null || randomInt(Math.max(1, leaves)) < SAMPLE)
    this.counts.skipped += named.length - chosen.length
    for (const chunk of chunksOf(chosen, AT_ONCE)) await Promise.all(chunk.map((one) => this.#checkOne(one, facts)))
  }

  async #checkOne({ index, leaf }: NamedDocument, facts: LoggedFacts): Promise<void> {
    const digest = leaf.kind === 'score' ? leaf.inputs : leaf.digest
    const subject = 'id' in leaf ? leaf.id : leaf.formula
    const { status, body } = await this.#service.ask(`/v1/log/documents/${digest}`, { maxBytes: MAX_DOCUMENT_BYTES })
    if (status === 410) return this.#takeExpired(leaf, index, subject)
    if (body === null) return this.#found(finding('document', index, subject, `${digest} is not served.`))
    this.counts.checked += 1
    if (`sha256:${createHash('sha256').update(body).digest('hex')}` !== digest)
      return this.#found(finding('document', index, subject, `What is served as ${digest} has another digest.`))
    if (leaf.kind !== 'score') return
    const inputs = jsonOf(body)
    const { findings, compared } = checkRated(ratedOfLeaf(leaf, index, inputs, facts), facts)
    if (!compared) this.counts.otherFormula += 1
    for (const one of findings) this.#found(one)
  }

  /** A service that does not say how long it keeps documents is of an earlier version. */
  #takeExpired(leaf: NamedDocument['leaf'], index: number, subject: string): void {
    const { kept, now } = this.#options
    const days = kept === null ? 0 : DAYS_OF[leaf.kind](kept)
    if (now - Date.parse(leaf.at) >= days * DAY_MS) {
      this.counts.expired += 1
      return
    }
    const text = days === Number.POSITIVE_INFINITY ? 'for ever' : `for ${days} days`
    this.#found(
      finding('document', index, subject, `Its document of ${leaf.at} is gone, although such are kept ${text}.`),
    )
  }
}

/** For how many days a document is kept after its leaf at least. */
const DAYS_OF: Record<NamedDocument['leaf']['kind'], (kept: KeptDays) => number> = {
  score: ({ documentDays }) => documentDays,
  declarations: ({ declarationDays }) => declarationDays,
  formula: () => Number.POSITIVE_INFINITY,
}

function jsonOf(body: Uint8Array): unknown {
  const parsed = parseStrictJson(new TextDecoder().decode(body))
  return parsed.ok ? parsed.value : undefined
}
