import { HOUR_MS } from '../duration.ts'
import type { ScoreInputLine } from '../leaves/score-input-line.ts'
import { factsFromInputs } from '../score/score-inputs.ts'
import { plural } from '../text/plural.ts'
import { type Finding, finding } from './finding.ts'

/** A line, and when its leaf was queued, epoch ms. */
interface LoggedLine extends ScoreInputLine {
  leaf: number
  at: number
}

/**
 * A score as it was attested or shown: its leaf (null: it is shown now), its subject and server, and what it was
 * computed from.
 */
export interface ComparedScore {
  leaf: number | null
  id: string
  serverId: string
  at: number
  inputs: unknown
}

/**
 * Up to so many times the probes of before, a quantile is compared: of one in twenty values more, the 95th percentile
 * may become any of the slow ones.
 */
const FEW_MORE = { latencyP50Ms: 1.1, latencyP95Ms: 1.01 }
/** How far a latency may move within `FEW_MORE` probes, as a factor and in ms: bins are half an octave wide. */
const MOVED = { factor: 1.5, ms: 30 }
/** A score is logged some seconds after it was computed: it may be of before the line that comes before it, in ms. */
const LATE_MS = 60_000
/** How far a use may move within an hour, as a factor and a number. */
const USED = { factor: 1.3, calls: 20 }

/**
 * What scores are computed from besides intervals, against the hourly lines before and after them. Lines and scores are
 * taken in the order of the log; a score is compared once the line after it is there, or at the end.
 */
export class ScoreInputLines {
  readonly #newest = new Map<string, LoggedLine>()
  readonly #waiting = new Map<string, ComparedScore[]>()

  /**
   * Takes the lines of a document; answers what scores before it contradict, and what does not follow from the lines
   * before.
   */
  take(lines: readonly ScoreInputLine[], leaf: number, at: number): Finding[] {
    return lines.flatMap((line) => {
      const before = this.#newest.get(line.id)
      const after = { ...line, leaf, at }
      const waiting = this.#waiting.get(line.id) ?? []
      this.#waiting.delete(line.id)
      this.#newest.set(line.id, after)
      const jumps = before === undefined ? [] : faultsOfNext(before, after)
      return [
        ...jumps.map((text) => finding('inputs', leaf, line.id, text)),
        ...waiting.flatMap((score) => findingsOf(score, before, after)),
      ]
    })
  }

  /**
   * A score is compared with the line before it, and once there is one with the line after it: what is shown may be
   * newer than that.
   */
  compare(score: ComparedScore): void {
    const waiting = this.#waiting.get(score.serverId)
    if (waiting === undefined) this.#waiting.set(score.serverId, [score])
    else waiting.push(score)
  }

  /** Compares the scores that no line came after. */
  finish(): Finding[] {
    const found = [...this.#waiting].flatMap(([serverId, waiting]) =>
      waiting.flatMap((score) => findingsOf(score, this.#newest.get(serverId), undefined)),
    )
    this.#waiting.clear()
    return found
  }
}

/** Counts of probes never fall, and latencies and probes of an hour are those of that hour. */
function faultsOfNext(before: LoggedLine, after: LoggedLine): string[] {
  const most = before.looks + mostProbes(after.at - before.at)
  if (after.looks < before.looks)
    return [`It has ${after.looks} ${plural(after.looks, 'probe')}; leaf ${before.leaf} had ${before.looks}.`]
  if (after.looks > most)
    return [
      `It has ${after.looks} ${plural(after.looks, 'probe')}; ${most} ${plural(most, 'was', 'were')} possible after those of leaf ${before.leaf}.`,
    ]
  return latencyFaults(after, [before], `leaf ${before.leaf}`)
}

/** Probes of one target are ten seconds apart at least. */
function mostProbes(ms: number): number {
  return Math.ceil(Math.max(0, ms) / 10_000) + 10
}

type Latencies = Pick<ScoreInputLine, 'looks' | 'latencyP50Ms' | 'latencyP95Ms'>

function latencyFaults(given: Latencies, lines: readonly Latencies[], where: string): string[] {
  return (['latencyP50Ms', 'latencyP95Ms'] as const).flatMap((name) => {
    const value = given[name]
    const known = lines.flatMap((line) => line[name] ?? [])
    const isComparable = lines.every(
      ({ looks }) => Math.max(looks, given.looks) <= Math.min(looks, given.looks) * FEW_MORE[name],
    )
    if (value === null || known.length !== lines.length || !isComparable) return []
    const same = lines.find(({ looks }) => looks === given.looks)?.[name]
    if (same !== undefined && same !== null && same !== value)
      return [`${name} is ${value}; with as many probes ${where} has ${same}.`]
    const [low, high] = [Math.min(...known) / MOVED.factor - MOVED.ms, Math.max(...known) * MOVED.factor + MOVED.ms]
    return value < low || value > high ? [`${name} is ${value}; ${where} has ${known.join(' and ')}.`] : []
  })
}

function findingsOf(score: ComparedScore, before: LoggedLine | undefined, after: LoggedLine | undefined): Finding[] {
  const read = factsFromInputs(score.inputs)
  const lines = [before, after].filter((line) => line !== undefined)
  if (read === undefined || lines.length === 0) return []
  const { facts, tool } = read
  const where = lines.map(({ leaf }) => `leaf ${leaf}`).join(' and ')
  const texts: string[] = []
  const newest = after ?? before
  const isBetween = after !== undefined && (score.leaf !== null || score.at <= after.at)
  const more = score.leaf !== null && after !== undefined ? 0 : mostProbes(score.at - (newest?.at ?? 0))
  const most = (newest?.looks ?? 0) + more
  const isOfLine = before !== undefined && score.at - before.at < LATE_MS
  const least = Math.max(0, (before?.looks ?? 0) - (isOfLine ? mostProbes(LATE_MS) : 0))
  if (facts.looks < least || facts.looks > most)
    texts.push(`It counts ${facts.looks} ${plural(facts.looks, 'probe')}; ${where} allows ${least} to ${most}.`)
  texts.push(...latencyFaults(facts, lines, where))
  const isRecent = after !== undefined || score.at - (before?.at ?? 0) < 2 * HOUR_MS
  if (isRecent) texts.push(...usageFaults(tool.usage?.calls ?? 0, lines, { id: score.id, where, isBetween }))
  return texts.map((text) => finding('inputs', score.leaf, score.id, text))
}

/** Reports of use may come at any time; a count that neither line is near was changed for a moment. */
function usageFaults(
  calls: number,
  lines: readonly LoggedLine[],
  { id, where, isBetween }: { id: string; where: string; isBetween: boolean },
): string[] {
  const known = lines.map(({ usage }) => usage[id]?.calls ?? 0)
  const low = Math.min(...known) / USED.factor - USED.calls
  const high = isBetween ? Math.max(...known) * USED.factor + USED.calls : Number.POSITIVE_INFINITY
  return calls < low || calls > high ? [`It counts ${calls} calls; ${where} has ${known.join(' and ')}.`] : []
}
