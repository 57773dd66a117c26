import { DEFAULT_POLICY, type Policy } from 'assay-decide/policy'
import { randomFrom } from '../../training/random'
import { type Bench, BenchCannotRun, neededFlags, numberFlag, round } from '../bench'
import { readUptimeSeries, type UptimeSeries } from '../evidence/uptime-series'
import { type PublishedState, publishedStates } from './published-states'
import { addCalls, addTimes, type Caller, type DenialTally, newTally, stretchesOf } from './replayed-caller'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

const CALLERS: readonly Caller[] = [
  { name: 'every 10 s', everyMs: 10 * SECOND_MS, hasMemory: true },
  { name: 'every minute', everyMs: MINUTE_MS, hasMemory: true },
  { name: 'every 10 minutes', everyMs: 10 * MINUTE_MS, hasMemory: true },
  { name: 'every minute, no memory', everyMs: MINUTE_MS, hasMemory: false },
]
const TRIALS = [2, 5, 10]
const CLOSED = [5, 30, 120]

interface Replayed {
  stretches: ReturnType<typeof stretchesOf>
  published: PublishedState[]
  phase: number
}

function tallyOf(replayed: readonly Replayed[], caller: Caller, policy: Policy, mostMs: number): DenialTally {
  const tally = newTally()
  for (const { stretches, published, phase } of replayed) {
    addTimes(tally, stretches, mostMs)
    addCalls(tally, stretches, published, { caller, policy, phase, mostMs })
  }
  return tally
}

const shareDenied = ({ workingDeniedMs, workingMs }: DenialTally) => workingDeniedMs / workingMs
const shareFound = ({ longDeniedMs, longMs }: DenialTally) => longDeniedMs / longMs

function rowOf(replayed: readonly Replayed[], policy: Policy, mostMs: number): Record<string, DenialTally> {
  return Object.fromEntries(CALLERS.map((caller) => [caller.name, tallyOf(replayed, caller, policy, mostMs)]))
}

/**
 * Replays recorded services as probes with the bundle once a minute, and counts which calls the default policy denies:
 * of those that would have worked, and of those into outages of more than ten minutes; beside it other policies.
 */
export const bench: Bench = {
  flags: {
    series: '',
    everyMinutes: '5',
    noise: '0.01',
    delayMinutes: '1',
    seed: '1',
    mostHours: '24',
    policies: 'default',
    part: '1/1',
  },
  run: async (flags, print) => {
    const files = neededFlags(flags, 'series').series.split(',')
    const noise = Number(flags.noise)
    if (!(noise >= 0 && noise < 1)) throw new BenchCannotRun('--noise must be from 0 to below 1')
    const probing = {
      everyMs: numberFlag(flags, 'everyMinutes') * MINUTE_MS,
      delayMs: numberFlag(flags, 'delayMinutes') * MINUTE_MS,
      noise,
      random: randomFrom(numberFlag(flags, 'seed')),
    }
    const replayed = partOf(files.flatMap(readUptimeSeries), flags.part ?? '1/1').map((series) => ({
      stretches: stretchesOf(series),
      published: publishedStates(series, probing),
      phase: probing.random(),
    }))
    const mostMs = numberFlag(flags, 'mostHours') * 60 * MINUTE_MS
    const policies = [DEFAULT_POLICY, ...(flags.policies === 'all' ? others() : [])]
    const rows = policies.map((policy) => ({ policy, tallies: rowOf(replayed, policy, mostMs) }))
    print(
      `${replayed.length} series; of calls that would have worked one in so many is denied, and of calls into outages`,
    )
    print('longer than ten minutes the share that is')
    for (const { policy, tallies } of rows) {
      print(`a trial every ${policy.trialMinutes} minutes, closed for ${policy.closedMinutes}:`)
      for (const [name, tally] of Object.entries(tallies))
        print(
          `  ${name.padEnd(26)} 1 in ${Math.round(1 / shareDenied(tally))}`.padEnd(44) + round(shareFound(tally), 4),
        )
    }
    return { series: replayed.length, policies: rows.map(({ policy, tallies }) => figuresOf(policy, tallies)) }
  },
}

/** The series of a part, as `2/6`: every sixth from the second on. Parts are run by themselves; their hours add up. */
function partOf(series: readonly UptimeSeries[], part: string): UptimeSeries[] {
  const [number = 1, parts = 1] = part.split('/').map(Number)
  return series.filter((_, index) => index % parts === number - 1)
}

function figuresOf({ trialMinutes, closedMinutes }: Policy, tallies: Record<string, DenialTally>) {
  const callers = Object.entries(tallies).map(([name, tally]) => {
    const hours = Object.entries(tally).map(([what, ms]) => [what.replace('Ms', 'Hours'), round(ms / 3_600_000, 2)])
    const workingPerDenied = Math.round(1 / shareDenied(tally))
    return [name, { workingPerDenied, longDenied: round(shareFound(tally), 4), ...Object.fromEntries(hours) }] as const
  })
  return { trialMinutes, closedMinutes, ...Object.fromEntries(callers) }
}

function others(): Policy[] {
  return TRIALS.flatMap((trialMinutes) =>
    CLOSED.map((closedMinutes) => ({ ...DEFAULT_POLICY, trialMinutes, closedMinutes })),
  )
}
