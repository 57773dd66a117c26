import { type Bench, BenchCannotRun, type Print, round } from '../bench'
import { createDatabase, withClient } from '../database'
import { withFolder } from '../folder'
import { openExercise } from './exercise'
import { growTables } from './grown-tables'
import { measureCosts } from './measured-costs'
import { recordedPlans, reportPlans, type WholeRead, wholeReads } from './recorded-plans'

const MOST_EXPONENT = 1.1
/** Postgres reads a smaller table whole because that is the quickest. */
const LARGE_ROWS = 10_000

/** What a cost grows like: the exponent of the size, between the last two sizes and over all. */
interface Growth {
  last: number
  all: number
}

/**
 * What everything that a service does costs at each size: processor time of it and of its database, in ms, so that
 * other work on the machine counts little; memory in MB; `start` until it answers from memory, in ms of processor time.
 * At the largest size besides, which of all its statements read a large table from one end to the other, unless
 * `--statements off`: a second exercise takes as long as all the rest.
 */
export const bench: Bench = {
  flags: { tools: '10000,50000,250000', statements: 'on' },
  async run(flags, print) {
    const sizes = sizesOf(flags.tools ?? '')
    const costs: Record<string, number>[] = []
    let read: WholeRead[] = []
    for (const size of sizes) {
      const atSize = await measureSize(size, size === sizes.at(-1) && flags.statements === 'on', print)
      costs.push(atSize.costs)
      read = atSize.read
    }
    const growth = Object.fromEntries(
      Object.keys(costs[0] ?? {}).map((name) => [
        name,
        growthOf(
          sizes,
          costs.map((one) => one[name] ?? Number.NaN),
        ),
      ]),
    )
    for (const [name, { last, all }] of Object.entries(growth))
      print(
        `${name.padEnd(22)} ${costs.map((one) => String(one[name]).padStart(10)).join(' ')}   exponent ${last}, over all ${all}`,
      )
    for (const { statement, tables } of read) print(`reads ${tables.join(', ')} whole: ${statement.slice(0, 300)}`)
    return { tools: sizes, costs: costsOf(costs), growth, wholeReads: read.length }
  },
  hasFailed: ({ growth, wholeReads: read }) =>
    read !== 0 ||
    Object.values(growth as Record<string, Growth>).some(({ last, all }) => Math.max(last, all) > MOST_EXPONENT),
}

function sizesOf(flag: string): number[] {
  const sizes = flag.split(',').map(Number)
  const isGrowing = sizes.every((size, at) => size > (sizes[at - 1] ?? 0))
  if (sizes.length < 2 || !isGrowing) throw new BenchCannotRun('--tools takes two numbers or more, the smallest first')
  return sizes
}

function costsOf(costs: readonly Record<string, number>[]): Record<string, number[]> {
  const names = Object.keys(costs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, costs.map((one) => one[name] ?? Number.NaN)]))
}

function growthOf(sizes: readonly number[], costs: readonly number[]): Growth {
  const slope = (from: number) =>
    round(Math.log((costs.at(-1) ?? 0) / (costs.at(from) ?? 0)) / Math.log((sizes.at(-1) ?? 0) / (sizes.at(from) ?? 0)))
  return { last: slope(-2), all: slope(0) }
}

/** A catalog of that many tools, with evidence, reports, a log: what one exercise of the service leaves, and copies. */
function measureSize(tools: number, withStatements: boolean, print: Print) {
  return withFolder(async (dataDir) => {
    const { url, drop } = await createDatabase()
    const exercise = await openExercise(url, dataDir)
    try {
      await exercise.run()
      const grown = await withClient(url, async (client) => {
        const listed = "SELECT count(*)::int AS n FROM subjects WHERE listed AND kind = 'tool'"
        const first = (await client.query<{ n: number }>(listed)).rows[0]?.n ?? 1
        await growTables(client, Math.max(1, Math.round(tools / first) - 1))
        return (await client.query<{ n: number }>(listed)).rows[0]?.n ?? 0
      })
      print(`${grown} tools`)
      const costs = await measureCosts(url, dataDir, print)
      if (!withStatements) return { costs, read: [] }
      await withClient(url, (client) => reportPlans(client))
      const plans = await recordedPlans(() => exercise.run())
      print(`${plans.length} statements with different plans`)
      return { costs, read: await withClient(url, (client) => wholeReads(client, plans, LARGE_ROWS)) }
    } finally {
      await exercise.close()
      await drop()
    }
  })
}
