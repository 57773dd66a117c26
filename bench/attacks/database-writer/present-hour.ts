import { scoreFactsFrom, scoreFrom } from 'assay-verify/score/score'
import type { Observation } from 'assay-verify/state/observation'
import { at, HOURS, outage, probe, probes, watch } from 'assay-verify/state/test-observations'

const DAY = 24 * HOURS
/** Probes of one target are ten seconds apart at least. */
const CLOSEST = 10

/** What was seen of a server until the present hour. */
const HISTORIES: readonly { name: string; hours: number; seen: readonly Observation[] }[] = [
  { name: '30 days up', hours: 720, seen: probes(0, 2880) },
  { name: '30 days, an hour down a week', hours: 720, seen: withOutages(30 * DAY, 7 * DAY) },
  { name: '30 days, an hour down a day', hours: 720, seen: withOutages(30 * DAY, DAY) },
  { name: '3 days up', hours: 72, seen: probes(0, 288) },
  { name: 'first seen four minutes before', hours: 0, seen: [] },
]

export interface Gain {
  history: string
  hours: number
  /** Points of the honest score and of the one that is told. */
  honest: number
  told: number
}

/**
 * What whoever writes the database gains in the hours whose root is not logged yet: they are down, and are told as up
 * with as many and as quick answers as an hour can have. The rows are those that the service writes itself, so that the
 * score follows from observations by the formula alone.
 */
export function gainsOfPresentHours(): Gain[] {
  return HISTORIES.flatMap(({ name, hours, seen }) =>
    [1, 6, 24].map((told) => {
      const from = hours * HOURS
      const down = [...outage(from), ...probes(from + 900, told * 4 - 1, 'timed_out')]
      const first = hours === 0 ? probes(from, 1) : []
      const count = (told * HOURS) / CLOSEST
      const up = Array.from({ length: count }, (_, index) => probe(from + index * CLOSEST, 'answered', 20))
      const until = from + told * HOURS
      const honest = hours === 0 ? scoreOf([...first, ...probes(240, 1)], 240) : scoreOf([...seen, ...down], until)
      return { history: name, hours: told, honest, told: scoreOf([...seen, ...up], until) }
    }),
  )
}

function withOutages(seconds: number, every: number): Observation[] {
  return Array.from({ length: seconds / 900 }, (_, index) => {
    const second = index * 900
    return probe(second, second >= every && second % every < HOURS ? 'timed_out' : 'answered')
  })
}

function scoreOf(observations: readonly Observation[], second: number): number {
  const { serverState, stored } = watch(observations)
  return scoreFrom(scoreFactsFrom(serverState, stored, at(second)), null).score
}
