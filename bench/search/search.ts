import { readFileSync } from 'node:fs'
import { buildSegment } from '../../lib/search/index/build-segment'
import { decodeSegment, encodeSegment } from '../../lib/search/index/segment'
import { Ranker } from '../../lib/search/rank/rank'
import { decodeWeights } from '../../lib/search/rank/weights'
import { type Bench, BenchCannotRun, median, numberFlag, round } from '../bench'
import { type BenchTool, loadQueries, loadTools, repeatTo } from './search-corpus'
import { documentOf } from './search-documents'
import { buildMiniSearch } from './search-minisearch'
import { openPostgresText } from './search-postgres'

const WEIGHTS = 'lib/search/weights/search-weights.bin'
const QUERIES = 300
const WARM_UP = 50
const LIMIT = 10
const MEGABYTE = 1_000_000

/** One query at a time, each asked of ours, of Postgres full text and of MiniSearch in turn, over the same tools. */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '', queries: '' },
  async run(flags, say) {
    const { catalog, queries: file } = flags
    const databaseUrl = process.env.DATABASE_URL
    if (!catalog || !file) throw new BenchCannotRun('needs --catalog DIR --queries FILE')
    if (!databaseUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
    const tools = repeatTo(loadTools(catalog), numberFlag(flags, 'tools'))
    const queries = loadQueries(file).slice(0, QUERIES)
    const ours = buildOurs(tools)
    say(`ours: built in ${ours.buildMs} ms, loaded in ${ours.loadMs} ms, ${round(ours.indexMB)} MB`)
    const mini = buildMiniSearch(tools)
    const postgres = await openPostgresText(databaseUrl, tools)
    try {
      const engines: Engine[] = [
        { name: 'ours', search: (query) => ours.ranker.rank(query, LIMIT), times: [] },
        { name: 'postgres', search: (query) => postgres.search(query, LIMIT), times: [] },
        { name: 'minisearch', search: (query) => mini.search(query, LIMIT), times: [] },
      ]
      for (const query of queries.slice(0, WARM_UP)) for (const { search } of engines) await search(query)
      for (const query of queries) for (const engine of engines) engine.times.push(await timeOf(engine, query))
      return summaryOf(engines, tools.length, ours, say)
    } finally {
      await postgres.drop()
    }
  },
}

interface Engine {
  name: 'ours' | 'postgres' | 'minisearch'
  search: (query: string) => unknown
  times: number[]
}

interface Ours {
  ranker: Ranker
  buildMs: number
  loadMs: number
  indexMB: number
}

function buildOurs(tools: readonly BenchTool[]): Ours {
  const weights = decodeWeights(readFileSync(WEIGHTS))
  const documents = tools.map(documentOf)
  const begun = performance.now()
  const bytes = encodeSegment(buildSegment(weights, documents))
  const buildMs = performance.now() - begun
  const loads = [1, 2, 3].map(() => {
    const start = performance.now()
    const ranker = new Ranker(weights, [{ segment: decodeSegment(bytes), hidden: null }])
    return { ranker, ms: performance.now() - start }
  })
  const ranker = loads.at(-1)?.ranker
  if (ranker === undefined) throw new BenchCannotRun('nothing was loaded')
  return {
    ranker,
    buildMs: Math.round(buildMs),
    loadMs: Math.round(median(loads.map(({ ms }) => ms))),
    indexMB: bytes.length / MEGABYTE,
  }
}

async function timeOf({ search }: Engine, query: string): Promise<number> {
  const start = performance.now()
  await search(query)
  return performance.now() - start
}

function summaryOf(engines: readonly Engine[], tools: number, ours: Ours, say: (line: string) => void) {
  const timesOf = (name: Engine['name']) => engines.find((engine) => engine.name === name)?.times ?? []
  const p50 = (name: Engine['name']) => median(timesOf(name))
  for (const { name } of engines)
    say(`${name.padEnd(12)} p50 ${round(p50(name))} ms   p95 ${round(p95(timesOf(name)))} ms`)
  return {
    tools,
    p50Ms: round(p50('ours'), 3),
    p95Ms: round(p95(timesOf('ours')), 3),
    pgFtsP50Ms: round(p50('postgres')),
    miniSearchP50Ms: round(p50('minisearch')),
    ratioToPgFts: round(p50('postgres') / p50('ours')),
    ratioToMiniSearch: round(p50('minisearch') / p50('ours')),
    indexMB: round(ours.indexMB),
    buildMs: ours.buildMs,
    loadMs: ours.loadMs,
  }
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
