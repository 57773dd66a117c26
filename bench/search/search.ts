import { buildSegment } from '../../lib/search/index/build-segment'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { decodeSegment, encodeSegment } from '../../lib/search/index/segment'
import { Ranker } from '../../lib/search/rank/rank'
import {
  type Bench,
  BenchCannotRun,
  median,
  msOf,
  neededFlags,
  numberFlag,
  type Print,
  percentile,
  round,
} from '../bench'
import { readDocuments, readQueries, repeatTo } from './corpus'
import { buildMiniSearch } from './search-minisearch'
import { openPostgresText } from './search-postgres'
import { shippedWeights } from './shipped'

const QUERIES = 300
const WARM_UP = 50
const LIMIT = 10
const MEGABYTE = 1_000_000

/** One query at a time, each run by our ranker, Postgres full text and MiniSearch in turn, over the same tools. */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '', queries: '' },
  async run(flags, print) {
    const files = neededFlags(flags, 'catalog', 'queries')
    const documents = repeatTo(await readDocuments(files.catalog), numberFlag(flags, 'tools'))
    const queries = readQueries(files.queries).slice(0, QUERIES)
    const ours = buildOurs(documents)
    print(`ours: built in ${ours.buildMs} ms, loaded in ${ours.loadMs} ms, ${round(ours.indexMB)} MB`)
    const mini = buildMiniSearch(documents)
    const postgres = await openPostgresText(documents)
    try {
      const engines: Engine[] = [
        { name: 'ours', search: (query) => ours.ranker.rank(query, LIMIT), times: [] },
        { name: 'postgres', search: (query) => postgres.search(query, LIMIT), times: [] },
        { name: 'minisearch', search: (query) => mini(query, LIMIT), times: [] },
      ]
      for (const query of queries.slice(0, WARM_UP)) for (const { search } of engines) await search(query)
      for (const query of queries)
        for (const engine of engines) engine.times.push(await msOf(() => engine.search(query)))
      return summaryOf(engines, documents.length, ours, print)
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

function buildOurs(documents: readonly SearchDocument[]): Ours {
  const weights = shippedWeights()
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

function summaryOf(engines: readonly Engine[], tools: number, ours: Ours, print: Print) {
  const timesOf = (name: Engine['name']) => engines.find((engine) => engine.name === name)?.times ?? []
  const p50 = (name: Engine['name']) => median(timesOf(name))
  for (const { name } of engines)
    print(`${name.padEnd(12)} p50 ${round(p50(name))} ms   p95 ${round(percentile(timesOf(name), 0.95))} ms`)
  return {
    tools,
    p50Ms: round(p50('ours'), 3),
    p95Ms: round(percentile(timesOf('ours'), 0.95), 3),
    pgFtsP50Ms: round(p50('postgres')),
    miniSearchP50Ms: round(p50('minisearch')),
    ratioToPgFts: round(p50('postgres') / p50('ours')),
    ratioToMiniSearch: round(p50('minisearch') / p50('ours')),
    indexMB: round(ours.indexMB),
    buildMs: ours.buildMs,
    loadMs: ours.loadMs,
  }
}
