import { createHash, randomInt } from 'node:crypto'
import { checkRated, ratedOfLeaf } from '../../audit/check-inputs.ts'
import { type Finding, finding } from '../../audit/finding.ts'
import { LoggedAccuracy } from '../../audit/logged-accuracy.ts'
import { type ComparedScore, ScoreInputLines } from '../../audit/score-input-lines.ts'
import type { TlogFacts } from '../../audit/tlog-facts.ts'
import { chunksOf } from '../../chunks.ts'
import { DAY_MS } from '../../duration.ts'
import { type DocumentLeaf, digestIn, type LeafOf, subjectOf } from '../../leaves/leaf.ts'
import { LEAF_KINDS } from '../../leaves/leaf-kinds.ts'
import { plural } from '../../text/plural.ts'
import { parseStrictJson } from '../../text/strict-json.ts'
import { isClearedTexts, isScoreInputLines, type RetentionDays } from '../answer-forms.ts'
import type { Service } from '../fetch-service.ts'
import type { NamedDocument } from './replay.ts'

const MAX_DOCUMENT_BYTES = 16_000_000
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
  kept: RetentionDays | null
  /** Epoch ms. */
  now: number
}

/** Fetches documents that leaves name, and recomputes the scores. `share`: of the documents that are checked. */
export class DocumentChecks {
  readonly counts: DocumentCounts = { checked: 0, expired: 0, otherFormula: 0, skipped: 0 }
  readonly #service: Service
  readonly #found: (finding: Finding) => void
  readonly #options: DocumentOptions
  readonly #lines = new ScoreInputLines()
  readonly accuracy = new LoggedAccuracy()

  constructor(service: Service, found: (finding: Finding) => void, options: DocumentOptions) {
    this.#service = service
    this.#found = found
    this.#options = options
  }

  async check(named: readonly NamedDocument[], facts: TlogFacts): Promise<void> {
    const { leaves } = this.#options
    // Of each hour there is one, and the scores of a sample are compared with it; texts are cleared seldom.
    const isNeeded = ({ leaf: { kind } }: NamedDocument) => kind === 'score_inputs' || kind === 'unsafe_texts'
    const isChosen = (one: NamedDocument) => leaves === null || isNeeded(one) || randomInt(Math.max(1, leaves)) < SAMPLE
    const chosen = named.filter(isChosen)
    this.counts.skipped += named.length - chosen.length
    for (const chunk of chunksOf(chosen, AT_ONCE)) {
      const asked = chunk.map(({ leaf }) =>
        this.#service.ask(`/v1/log/documents/${digestIn(leaf)}`, { maxBytes: MAX_DOCUMENT_BYTES }),
      )
      const answers = await Promise.all(asked)
      for (const [at, one] of chunk.entries()) {
        const answer = answers[at]
        if (answer !== undefined) this.#take(one, answer, facts)
      }
    }
  }

  /** Scores as shown are compared with the lines read before and after they were asked for. */
  compareShown(shown: readonly ComparedScore[]): void {
    for (const score of shown) this.#lines.compare(score)
  }

  /**
   * Compares scores as they are shown now with the lines of the last hour, and those that no line came after; at the
   * end.
   */
  finish(): void {
    for (const one of this.#lines.finish()) this.#found(one)
  }

  #take(
    { index, leaf }: NamedDocument,
    { status, body }: { status: number; body: Uint8Array | null },
    facts: TlogFacts,
  ): void {
    const digest = digestIn(leaf)
    const subject = subjectOf(leaf) ?? ('formula' in leaf ? leaf.formula : leaf.kind)
    if (status === 410) {
      this.#takeExpired(leaf, index, subject)
      return
    }
    if (body === null) {
      this.#found(finding('document', index, subject, `${digest} is not served.`))
      return
    }
    this.counts.checked += 1
    if (`sha256:${createHash('sha256').update(body).digest('hex')}` !== digest) {
      this.#found(finding('document', index, subject, `What is served as ${digest} has another digest.`))
      return
    }
    if (leaf.kind === 'score_inputs') {
      this.#takeLines(leaf, index, jsonOf(body))
      return
    }
    if (leaf.kind === 'unsafe_texts') {
      const document = jsonOf(body)
      if (isClearedTexts(document) && document.id === leaf.id) facts.clearances.takeTexts(digest, document)
      else this.#found(finding('document', index, subject, 'It does not name the texts that its leaf says it does.'))
      return
    }
    if (leaf.kind !== 'score') return
    const inputs = jsonOf(body)
    const serverId = facts.findServer(leaf.id)
    if (serverId !== undefined)
      this.#lines.compare({ leaf: index, id: leaf.id, serverId, at: Date.parse(leaf.at), inputs })
    const { findings, compared } = checkRated(ratedOfLeaf(leaf, index, inputs, facts), facts)
    if (!compared) this.counts.otherFormula += 1
    for (const one of findings) this.#found(one)
  }

  #takeLines(leaf: LeafOf<'score_inputs'>, index: number, document: unknown): void {
    const isNamed = isScoreInputLines(document) && document.hour === leaf.hour && document.part === leaf.part
    if (!isNamed || document.lines.length !== leaf.count) {
      this.#found(finding('document', index, leaf.hour, 'It is not the lines that its leaf says it is.'))
      return
    }
    const { accuracy, lines, hour } = document
    const at = Date.parse(leaf.at)
    this.accuracy.count(hour, lines.length)
    const counted = accuracy === undefined ? [] : this.accuracy.take(accuracy, { leaf: index, hour, at })
    for (const one of [...counted, ...this.#lines.take(lines, index, at)]) this.#found(one)
  }

  /** A service that does not say how long it keeps documents is of an earlier version. */
  #takeExpired(leaf: DocumentLeaf, index: number, subject: string): void {
    const { kept, now } = this.#options
    const { document } = LEAF_KINDS[leaf.kind]
    const days = kept === null ? 0 : document === 'ever' ? Number.POSITIVE_INFINITY : kept[document]
    if (now - Date.parse(leaf.at) >= days * DAY_MS) {
      this.counts.expired += 1
      return
    }
    const text = days === Number.POSITIVE_INFINITY ? 'for ever' : `for ${days} ${plural(days, 'day')}`
    this.#found(
      finding('document', index, subject, `Its document of ${leaf.at} is gone, although such are kept ${text}.`),
    )
  }
}

function jsonOf(body: Uint8Array): unknown {
  const parsed = parseStrictJson(new TextDecoder().decode(body))
  return parsed.ok ? parsed.value : undefined
}
