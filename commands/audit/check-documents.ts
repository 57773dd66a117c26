import { createHash, randomInt } from 'node:crypto'
import { checkRated, ratedOfLeaf } from '../../lib/core/audit/check-inputs'
import { type Finding, finding } from '../../lib/core/audit/finding'
import type { LoggedFacts } from '../../lib/core/audit/logged-facts'
import { parseStrictJson } from '../../lib/core/text/strict-json'
import { chunksOf } from '../../lib/store/chunks'
import type { Service } from '../fetch-service'
import type { NamedDocument } from './replay'

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

/** Fetches documents that leaves name, and recomputes the scores. `share`: of the documents that are checked. */
export class DocumentChecks {
  readonly counts: DocumentCounts = { checked: 0, expired: 0, otherFormula: 0, skipped: 0 }
  readonly #service: Service
  readonly #found: (finding: Finding) => void
  readonly #sampleOf: number | null

  /** `leaves`: of the log, of which a sample is taken; null: every document is checked. */
  constructor(service: Service, found: (finding: Finding) => void, leaves: number | null) {
    this.#service = service
    this.#found = found
    this.#sampleOf = leaves
  }

  async check(named: readonly NamedDocument[], facts: LoggedFacts): Promise<void> {
    const chosen = named.filter(() => this.#sampleOf === null || randomInt(Math.max(1, this.#sampleOf)) < SAMPLE)
    this.counts.skipped += named.length - chosen.length
    for (const chunk of chunksOf(chosen, AT_ONCE)) await Promise.all(chunk.map((one) => this.#checkOne(one, facts)))
  }

  async #checkOne({ index, leaf }: NamedDocument, facts: LoggedFacts): Promise<void> {
    const digest = leaf.kind === 'score' ? leaf.inputs : leaf.digest
    const subject = 'id' in leaf ? leaf.id : leaf.formula
    const { status, body } = await this.#service.ask(`/v1/log/documents/${digest}`, { maxBytes: MAX_DOCUMENT_BYTES })
    if (status === 410) {
      this.counts.expired += 1
      return
    }
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
}

function jsonOf(body: Uint8Array): unknown {
  const parsed = parseStrictJson(new TextDecoder().decode(body))
  return parsed.ok ? parsed.value : undefined
}
