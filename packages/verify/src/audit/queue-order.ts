import { contentHash } from '../canonical-json.ts'
import { QUEUE_SLACK_MS } from '../leaves/interval-times.ts'
import type { Leaf, LeafOf } from '../leaves/leaf.ts'
import { plural } from '../text/plural.ts'
import { type Finding, finding } from './finding.ts'

/** When a leaf was queued, epoch ms; null: of a version that did not say. */
export function queuedAtOf({ queuedAt }: Pick<Leaf, 'queuedAt'>): number | null {
  return queuedAt === undefined ? null : Date.parse(queuedAt)
}

/**
 * The times at which leaves were queued, in the order of the log. A row that is kept back, or queued again, is older
 * than what is before it. What was recorded before the log began, or while its recording had ended, is a block of
 * leaves with the time of the leaf that says so.
 */
export class QueueOrder {
  #newest = { leaf: 0, at: Number.NEGATIVE_INFINITY }
  #block: number | null = null
  #since: number | null = null
  /** Leaves that were queued so lately that the same again would not be seen to be older, by their facts. */
  readonly #recent = new Map<string, { leaf: number; queuedAt: number }>()
  readonly #hours = new Map<string, string>()
  #recording: { leaf: number; facts: LeafOf<'recording'> } | null = null
  /** While these lasted nothing was logged, epoch ms. */
  readonly #interruptions: { from: number; to: number }[] = []

  /** Takes the next leaf; answers what it contradicts. */
  take(leaf: Leaf, index: number): Finding[] {
    const queuedAt = queuedAtOf(leaf)
    if (queuedAt === null)
      return this.#newest.at === Number.NEGATIVE_INFINITY
        ? []
        : [finding('chain', index, null, 'It does not say when it was queued, although leaves before it do.')]
    const found = this.#faultOfTime(queuedAt).map((text) =>
      finding('chain', index, 'id' in leaf ? leaf.id : null, text),
    )
    if (leaf.kind === 'log_opened') this.#block = queuedAt
    found.push(...this.#takeAgain(leaf, queuedAt, index))
    if (
      leaf.kind === 'interval' &&
      this.#since !== null &&
      queuedAt === this.#block &&
      Date.parse(leaf.at) <= this.#since
    )
      found.push(finding('chain', index, leaf.id, 'It began before the recording ended, and is logged after it.'))
    if ('hour' in leaf) found.push(...this.#takeHour(leaf, index))
    if (leaf.kind === 'recording') found.push(...this.#takeRecording(leaf, queuedAt, index))
    if (queuedAt > this.#newest.at) this.#newest = { leaf: index, at: queuedAt }
    return found
  }

  /** Whether a leaf states what was recorded before the log began, or while its recording had ended. */
  isOfBefore(leaf: Pick<Leaf, 'queuedAt'>): boolean {
    const queuedAt = queuedAtOf(leaf)
    return queuedAt !== null && queuedAt === this.#block
  }

  /** Whether the recording had not ended between two moments, epoch ms. */
  wasRecorded(from: number, to: number): boolean {
    const isOff = this.#recording?.facts.event === 'ended' && to >= Date.parse(this.#recording.facts.at)
    return !isOff && !this.#interruptions.some((one) => to >= one.from && from <= one.to)
  }

  #faultOfTime(queuedAt: number): string[] {
    const { leaf, at } = this.#newest
    if (queuedAt >= at - QUEUE_SLACK_MS) return []
    const minutes = Math.round((at - queuedAt) / 60_000)
    return [
      `It was queued ${minutes} ${plural(minutes, 'minute')} before leaf ${leaf}: it was kept back or queued again, or a clock was wrong.`,
    ]
  }

  #takeAgain(leaf: Leaf, queuedAt: number, index: number): Finding[] {
    const key = contentHash(leaf)
    const known = this.#recent.get(key)
    if (known !== undefined) return [finding('chain', index, null, `It is leaf ${known.leaf} again.`)]
    this.#recent.set(key, { leaf: index, queuedAt })
    for (const [old, entry] of this.#recent) {
      if (entry.queuedAt >= this.#newest.at - QUEUE_SLACK_MS) break
      this.#recent.delete(old)
    }
    return []
  }

  /** Hours are logged in their order, each once. */
  #takeHour(leaf: Extract<Leaf, { hour: string }>, index: number): Finding[] {
    const key = `${leaf.kind} ${'part' in leaf ? leaf.part : ''}`
    const newest = this.#hours.get(key)
    if (newest === undefined || leaf.hour > newest) this.#hours.set(key, leaf.hour)
    if (newest === undefined || leaf.hour > newest) return []
    return [
      finding('chain', index, leaf.hour, `It is of an hour that was logged before, or of one before that: ${newest}.`),
    ]
  }

  #takeRecording(leaf: LeafOf<'recording'>, queuedAt: number, index: number): Finding[] {
    const before = this.#recording
    this.#recording = { leaf: index, facts: leaf }
    const at = Date.parse(leaf.at)
    const found: Finding[] = []
    if (Math.abs(queuedAt - at) > QUEUE_SLACK_MS)
      found.push(
        finding(
          'chain',
          index,
          null,
          `It says that the recording ${leaf.event} at ${leaf.at}, but it was queued at ${leaf.queuedAt}.`,
        ),
      )
    if (leaf.event === 'ended') return found
    const isOfEnd = before?.facts.event === 'ended' && before.facts.at === leaf.since
    // What follows is only of before where the log says since when.
    if (isOfEnd) {
      this.#block = queuedAt
      this.#since = Date.parse(before.facts.at)
      this.#interruptions.push({ from: this.#since, to: queuedAt })
    } else
      found.push(
        finding('chain', index, null, 'It says that the recording went on, but the log does not have its end.'),
      )
    return found
  }
}
