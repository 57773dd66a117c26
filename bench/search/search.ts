import { FITTED } from '../../lib/search/fit/measure-fit'
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
import { readDocuments, readQueries, repeated, repeatTo } from './corpus'
import { buildMiniSearch, type MiniSearchText } from './search-minisearch'
import { openPostgresText, type PostgresText } from './search-postgres'
import { shippedWeights } from './shipped'

const QUERIES = 300
const WARM_UP = 50
const LIMIT = 10
const MEGABYTE = 1_000_000

/**
 * One query at a time, each run by our ranker, Postgres full text, our first stage and MiniSearch in turn, over the
 * same tools; with `--beside none`, which needs no Postgres and little memory, by ours alone.
 */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '', queries: '', beside: 'all' },
  async run(flags, print) {
    const files = neededFlags(flags, 'catalog', 'queries')
    const count = numberFlag(flags, 'tools')
    const read = await readDocuments(files.catalog)
    const queries = readQueries(files.queries).slice(0, QUERIES)
    const isAlone = flags.beside === 'none'
    const documents = isAlone ? null : repeatTo(read, count)
    const ours = buildOurs(documents ?? repeated(read, count))
    print(`ours: built in ${ours.buildMs} ms, loaded in ${ours.loadMs} ms, ${round(ours.indexMB)} MB`)
    const others = documents && { mini: buildMiniSearch(documents), postgres: await openPostgresText(documents) }
    try {
      const engines = enginesOf(ours.ranker, others)
      for (const query of queries.slice(0, WARM_UP)) for (const { search } of engines) await search(query)
      for (const query of queries)
        for (const engine of engines) engine.times.push(await msOf(() => engine.search(query)))
      return summaryOf(engines, count, ours, secondStageCpuMs(ours.ranker, queries), print)
    } finally {
      await others?.postgres.drop()
    }
  },
}

function enginesOf(ranker: Ranker, others: { mini: MiniSearchText; postgres: PostgresText } | null): readonly Engine[] {
  const whole: Engine = { name: 'ours', search: (query) => ranker.rank(query, LIMIT), times: [] }
  const firstStage: Engine = {
    name: 'first stage',
    search: (query) => ranker.candidates(ranker.read(query), FITTED),
    times: [],
  }
  if (others === null) return [whole, firstStage]
  const postgres: Engine = { name: 'postgres', search: (query) => others.postgres.search(query, LIMIT), times: [] }
  // Between both of ours stands another, so that neither finds in the caches what the other has just read.
  return [whole, postgres, firstStage, { name: 'minisearch', search: (query) => others.mini(query, LIMIT), times: [] }]
}

/** Processor time of the second stage for one query, in ms, mean. */
function secondStageCpuMs(ranker: Ranker, queries: readonly string[]): number {
  const asked = queries.map((text) => {
    const query = ranker.read(text)
    return { query, candidates: ranker.candidates(query, FITTED) }
  })
  const before = process.cpuUsage()
  for (const { query, candidates } of asked) ranker.fitting(query, candidates)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / queries.length
}

interface Engine {
  name: 'ours' | 'first stage' | 'postgres' | 'minisearch'
  search: (query: string) => unknown
  times: number[]
}

interface Ours {
  ranker: Ranker
  buildMs: number
  loadMs: number
  indexMB: number
}

function buildOurs(documents: Iterable<SearchDocument>): Ours {
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

function summaryOf(engines: readonly Engine[], tools: number, ours: Ours, secondStageMs: number, print: Print) {
  const timesOf = (name: Engine['name']) => engines.find((engine) => engine.name === name)?.times ?? []
  const p50 = (name: Engine['name']) => median(timesOf(name))
  for (const { name } of engines)
    print(`${name.padEnd(12)} p50 ${round(p50(name))} ms   p95 ${round(percentile(timesOf(name), 0.95))} ms`)
  const own = {
    tools,
    p50Ms: round(p50('ours'), 3),
    p95Ms: round(percentile(timesOf('ours'), 0.95), 3),
    firstStageP50Ms: round(p50('first stage'), 3),
    firstStageP95Ms: round(percentile(timesOf('first stage'), 0.95), 3),
    secondStageCpuMs: round(secondStageMs),
    indexMB: round(ours.indexMB),
    buildMs: ours.buildMs,
    loadMs: ours.loadMs,
  }
  if (timesOf('postgres').length === 0) return own
  return {
    ...own,
    pgFtsP50Ms: round(p50('postgres')),
    miniSearchP50Ms: round(p50('minisearch')),
    firstStageRatioToPgFts: round(p50('postgres') / p50('first stage')),
    ratioToPgFts: round(p50('postgres') / p50('ours')),
    ratioToMiniSearch: round(p50('minisearch') / p50('ours')),
  }
}
