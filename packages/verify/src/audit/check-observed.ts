import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { grouped } from '../grouped.ts'
import { type Finding, finding } from './finding.ts'
import { type TlogInterval, tlogStretches } from './interval-bounds.ts'
import {
  OBSERVED_SLACK_MS,
  type ObservedRun,
  type ObservedTarget,
  SETTLED_AFTER_MS,
  type Stretch,
} from './observed-intervals.ts'

/** A target that was removed and is added again is seen anew by its next probe, an hour later at most. */
const ADDED_AGAIN_MS = 65 * MINUTE_MS
/**
 * So long after the beginning of a run the first stretch may begin, where single failures keep it from being settled.
 */
const LATEST_FIRST_MS = 6 * HOUR_MS
const MOST_OF_A_TARGET = 3

/** What the log says so far of servers. */
export interface TlogIntervals {
  serverIds(): string[]
  intervalsOf(serverId: string): readonly TlogInterval[]
}

/**
 * Whether the logged intervals are those that the observations of consecutive hours give, target by target: time up
 * without observations, an outage that was observed and is not logged, one that is logged and was not observed. Times
 * within a few minutes are the same.
 */
export function checkObserved({ from, to, targets }: ObservedRun, facts: TlogIntervals): Finding[] {
  const observed = grouped(targets.map((one) => [one.serverId, one]))
  return [...new Set([...facts.serverIds(), ...observed.keys()])].flatMap((serverId) => {
    const logged = facts.intervalsOf(serverId)
    const longest = tlogStretches(logged, to, 'most')
    const sure = tlogStretches(logged, to, 'least')
    const numbers = new Set([...(observed.get(serverId) ?? []), ...longest].map(({ target }) => target))
    return [...numbers].flatMap((target) => {
      const ofTarget = <Of extends { target: number }>(all: readonly Of[]) => all.filter((one) => one.target === target)
      const own = ofTarget(observed.get(serverId) ?? [])[0]
      const texts = [
        ...unlogged(own, ofTarget(longest)),
        ...unobserved(own?.stretches ?? [], ofTarget(sure), { from, to }),
      ]
      return texts.slice(0, MOST_OF_A_TARGET).map((text) => finding('observed', null, serverId, text))
    })
  })
}

/** Stretches that were observed and that the log has otherwise, or not at all. */
function unlogged(observed: ObservedTarget | undefined, logged: readonly Stretch[]): string[] {
  // Without a logged interval it may be a package or a page, which have none.
  if (observed === undefined || (logged.length === 0 && !observed.hasAnswered)) return []
  return observed.stretches.flatMap((stretch) =>
    partsOutside(stretch, logged).flatMap((part) => {
      const other = logged.find(({ state, from, to }) => state !== part.state && from < part.to && to > part.from)
      if (other === undefined && part.to - part.from <= ADDED_AGAIN_MS && isBetween(part, logged)) return []
      return [`It was observed ${part.state} ${between(part)}; the log has it ${other?.state ?? 'as not observed'}.`]
    }),
  )
}

/** Whether it is time up that is not counted, or between two logged stretches of its state. */
function isBetween(part: Stretch, logged: readonly Stretch[]): boolean {
  const before = logged.filter(({ to }) => to <= part.from + OBSERVED_SLACK_MS).at(-1)
  const after = logged.find(({ from }) => from >= part.to - OBSERVED_SLACK_MS)
  return part.state === 'up' || (before?.state === part.state && after?.state === part.state)
}

/** Stretches that the log has, with their ends, and that were not observed. */
function unobserved(observed: readonly Stretch[], logged: readonly Stretch[], run: { from: number; to: number }) {
  const first = observed[0]?.from ?? Number.POSITIVE_INFINITY
  const settled = run.from + SETTLED_AFTER_MS
  const from = first < run.from + LATEST_FIRST_MS ? Math.max(settled, first) : settled
  const window = { from, to: run.to - SETTLED_AFTER_MS }
  return logged.flatMap(({ state, from: began, to: ended }) => {
    const clipped = { state, from: Math.max(began, window.from), to: Math.min(ended, window.to) }
    return partsOutside(clipped, observed).map(
      (part) => `The log has it ${state} ${between(part)}; it was not observed so.`,
    )
  })
}

/** What is left of a stretch outside those of its state, without what is too short to say anything. */
function partsOutside({ state, from, to }: Stretch, others: readonly Stretch[]): Stretch[] {
  const parts: Stretch[] = []
  let reached = from
  const note = (end: number) => {
    if (end - reached > OBSERVED_SLACK_MS) parts.push({ state, from: reached, to: end })
  }
  for (const other of others.filter((one) => one.state === state).sort((one, two) => one.from - two.from)) {
    if (other.to <= reached || other.from >= to) continue
    note(Math.min(other.from, to))
    reached = Math.max(reached, other.to)
  }
  note(to)
  return parts
}

function between({ from, to }: Stretch): string {
  return `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`
}
