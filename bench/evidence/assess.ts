import { reassessAll } from '../../lib/jobs/reassess'
import { type Bench, BenchCannotRun, median, msOf, round } from '../bench'
import type { ThrowAwayDatabase } from '../database'
import { forgetAssessment, makeAssessWorld } from './assess-world'

const ROUNDS = 3

interface Round {
  msSmall: number
  msLarge: number
  /** The large one again, with nothing to write. */
  msUnchanged: number
}

/**
 * Assessing everything from stored evidence on Postgres, in a small catalog and in a large one, in turn: uptime, score
 * facts, verdicts and scores.
 */
export const bench: Bench = {
  flags: { tools: '10000,100000' },
  async run(flags, print) {
    const [small, large] = sizesOf(flags.tools ?? '')
    const now = new Date()
    const worlds: ThrowAwayDatabase[] = []
    const rounds: Round[] = []
    try {
      for (const tools of [small, large]) {
        print(`filling a database with ${tools} tools`)
        worlds.push(await makeAssessWorld(tools, now))
      }
      const [smallWorld, largeWorld] = worlds
      if (smallWorld === undefined || largeWorld === undefined) throw new Error('two worlds were made')
      await assess(smallWorld, now)
      for (let i = 0; i < ROUNDS; i += 1) {
        // The small one before and after the large one, so that a slow moment of the machine affects both.
        const before = await assess(smallWorld, now)
        const msLarge = await assess(largeWorld, now)
        const msUnchanged = await timeOf(largeWorld, now)
        rounds.push({ msSmall: (before + (await assess(smallWorld, now))) / 2, msLarge, msUnchanged })
        print(
          `round ${i + 1}  ${small} tools ${Math.round(rounds.at(-1)?.msSmall ?? 0)} ms   ${large} tools ${Math.round(msLarge)} ms   again, nothing to write: ${Math.round(msUnchanged)} ms`,
        )
      }
    } finally {
      for (const world of worlds) await world.close()
    }
    const msLarge = median(rounds.map((times) => times.msLarge))
    return {
      tools: [small, large],
      msSmall: Math.round(median(rounds.map((times) => times.msSmall))),
      msLarge: Math.round(msLarge),
      // The median of ratios taken round by round, as both times of a round were measured side by side.
      growth: round(median(rounds.map((times) => times.msLarge / times.msSmall / (large / small))), 3),
      toolsPerSecond: Math.round((large / msLarge) * 1000),
      msLargeUnchanged: Math.round(median(rounds.map((times) => times.msUnchanged))),
    }
  },
}

function sizesOf(flag: string): [small: number, large: number] {
  const [small = 0, large = 0, ...more] = flag.split(',').map(Number)
  if (!(small > 0 && large > small) || more.length > 0)
    throw new BenchCannotRun('--tools takes two numbers, the smaller one first: 10000,100000')
  return [small, large]
}

async function assess(world: ThrowAwayDatabase, now: Date): Promise<number> {
  await forgetAssessment(world)
  return timeOf(world, now)
}

function timeOf({ db }: ThrowAwayDatabase, now: Date): Promise<number> {
  return msOf(() => reassessAll(db, () => now, { quietSince: null }))
}
