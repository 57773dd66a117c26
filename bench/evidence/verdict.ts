import type { Observation } from 'assay-verify/state/observation'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import type { Verdict } from 'assay-verify/verdict'
import { assess } from '../../lib/core/verdict/assessment'
import { randomFrom } from '../../training/random'
import { type Bench, BenchCannotRun, neededFlags, numberFlag, round } from '../bench'
import { readUptimeSeries, type UptimeSeries } from './uptime-series'
import { addReplay, figuresOf, newTally, type ReplayTally, type VerdictChange } from './verdict-figures'

/** The default of PROBE_RECHECK_SECONDS. */
const RECHECK_MS = 20_000
/** The chance that a recheck fails too, after a probe of an up server that failed by noise. */
const FAILS_AGAIN = 0.1

/** One rule as a replay runs it. */
interface Rule {
  /** Takes the result of a probe. Returns whether to recheck in 20 s. */
  probe(at: number, up: boolean, latencyMs: number | null): boolean
  verdict(at: number): Verdict
  isFlapping(at: number): boolean
}

/** The product's own server state, assessment and recheck rule. */
function ours(): Rule {
  let serverState: ServerState | null = null
  const assessed = (at: number) => assess(serverState, 'open', null, new Date(at))
  return {
    probe: (at, up, latencyMs) => {
      const observation: Observation = {
        observedAt: new Date(at),
        reason: up ? 'answered' : 'timed_out',
        latencyMs: up ? latencyMs : null,
        httpStatus: null,
        vantage: 'replay',
      }
      const before = serverState
      serverState = updateServerState(before, observation).serverState
      return needsRecheck(before, serverState)
    },
    verdict: (at) => assessed(at).verdict,
    isFlapping: (at) => assessed(at).reasons.some(({ code }) => code === 'flapping'),
  }
}

/** The rule most monitors have: a failure whose recheck fails too is down, the first success is up. */
function twoStrikes(): Rule {
  let failures = 0
  let verdict: Verdict = 'healthy'
  return {
    probe: (_, up) => {
      failures = up ? 0 : failures + 1
      verdict = failures >= 2 ? 'down' : up ? 'healthy' : verdict
      return failures === 1
    },
    verdict: () => verdict,
    isFlapping: () => false,
  }
}

interface Replay {
  everyMs: number
  noise: number
  random: () => number
}

function replay({ samples }: UptimeSeries, rule: Rule, chance: Replay, tally: ReplayTally): void {
  const last = samples.at(-1)?.at ?? 0
  const truthAt = openTruth(samples)
  const changes: VerdictChange[] = []
  const { everyMs, noise, random } = chance
  for (let due = (samples[0]?.at ?? 0) + random() * everyMs; due <= last; due += everyMs) {
    let failedByNoise = false
    for (let at = due, again = true; again && at < due + everyMs; at += RECHECK_MS) {
      const { up, latencyMs } = truthAt(at)
      failedByNoise = up && random() < (failedByNoise ? FAILS_AGAIN : noise)
      again = rule.probe(at, up && !failedByNoise, latencyMs)
      noteChange(changes, at, rule)
    }
  }
  addReplay(tally, samples, changes)
}

function noteChange(changes: VerdictChange[], at: number, rule: Rule): void {
  const verdict = rule.verdict(at)
  const flapping = verdict === 'degraded' && rule.isFlapping(at)
  const newest = changes.at(-1)
  if (newest?.verdict !== verdict || newest.flapping !== flapping) changes.push({ at, verdict, flapping })
}

/** Looks up the true state at instants given in order of time. */
export function openTruth(samples: UptimeSeries['samples']): (at: number) => { up: boolean; latencyMs: number | null } {
  let index = 0
  return (at) => {
    while ((samples[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) index += 1
    return samples[index] ?? { up: false, latencyMs: null }
  }
}

/**
 * Replays real uptime series as probes with added noise, and compares the verdicts with the truth; beside ours a plain
 * two-strikes rule.
 */
export const bench: Bench = {
  flags: { series: '', everyMinutes: '5', noise: '0.01', seed: '1' },
  run: async (flags, print) => {
    const series = readUptimeSeries(neededFlags(flags, 'series').series)
    const noise = Number(flags.noise)
    if (!(noise >= 0 && noise < 1)) throw new BenchCannotRun('--noise must be from 0 to below 1')
    const everyMs = numberFlag(flags, 'everyMinutes') * 60_000
    const run = (rule: () => Rule) => {
      const tally = newTally()
      // Both rules get the same probe times, and noise of the same distribution.
      const random = randomFrom(numberFlag(flags, 'seed'))
      for (const each of series) replay(each, rule(), { everyMs, noise, random }, tally)
      return figuresOf(tally)
    }
    const [own, plain] = [run(ours), run(twoStrikes)]
    print(
      `${series.length} series, ${round(own.seriesYears, 1)} years, ${own.outages} outages, of which ${own.longOutages} of 15 minutes or more`,
    )
    for (const name of Object.keys(own) as (keyof typeof own)[])
      print(`${name.padEnd(24)} ours ${round(own[name], 4)}   two strikes ${round(plain[name], 4)}`)
    const { seriesYears, outages, longOutages, ...figures } = own
    return {
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value, 4)])),
      twoStrikesFalseDownPerSeriesYear: round(plain.falseDownPerSeriesYear, 4),
      twoStrikesVerdictChangesPerOutage: round(plain.verdictChangesPerOutage, 4),
      falseDownRatio:
        plain.falseDownPerSeriesYear === 0 ? null : round(own.falseDownPerSeriesYear / plain.falseDownPerSeriesYear, 4),
      outages,
      seriesYears: round(seriesYears, 1),
    }
  },
}
