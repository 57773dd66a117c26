import { QUEUE_SLACK_MS } from '../log/interval-times'
import type { Leaf, LeafOf } from '../log/leaf'
import { type Finding, finding } from './finding'

/** When a leaf was queued, epoch ms; null: of a version that did not say. */
export function queuedAtOf({ queuedAt }: Pick<Leaf, 'queuedAt'>): number | null {
  return queuedAt === undefined ? null : Date.parse(queuedAt)
}

/**
 * The times at which leaves were queued, in the order of the log. A row that is kept back, or queued again, is older than what is before it. What was recorded before
 * the log began, or while its recording had ended, is a block of leaves with the time of the leaf that says so.
 */
export class QueueOrder {
  #newest = { leaf: 0, at: Number.NEGATIVE_INFINITY }
  #block: number | null = null
  #recording: { leaf: number; facts: LeafOf<'recording'> } | null = null

  /** Takes the next leaf; answers what it contradicts. */
  take(leaf: Leaf, index: number): Finding[] {
    const queuedAt = queuedAtOf(leaf)
    if (queuedAt === null) return []
    const found = this.#faultOfTime(queuedAt).map((text) =>
      finding('chain', index, 'id' in leaf ? leaf.id : null, text),
    )
    if (leaf.kind === 'log_opened') this.#block = queuedAt
    if (leaf.kind === 'recording') found.push(...this.#takeRecording(leaf, queuedAt, index))
    if (queuedAt > this.#newest.at) this.#newest = { leaf: index, at: queuedAt }
    return found
  }

  /** Whether a leaf states what was recorded before the log began, or while its recording had ended. */
  isOfBefore(leaf: Pick<Leaf, 'queuedAt'>): boolean {
    const queuedAt = queuedAtOf(leaf)
    return queuedAt !== null && queuedAt === this.#block
  }

  #faultOfTime(queuedAt: number): string[] {
    const { leaf, at } = this.#newest
    if (queuedAt >= at - QUEUE_SLACK_MS) return []
    const minutes = Math.round((at - queuedAt) / 60_000)
    return [
      `It was queued ${minutes} minutes before leaf ${leaf}: it was kept back or queued again, or a clock was wrong.`,
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
    if (isOfEnd) this.#block = queuedAt
    else
      found.push(
        finding('chain', index, null, 'It says that the recording went on, but the log does not have its end.'),
      )
    return found
  }
}
