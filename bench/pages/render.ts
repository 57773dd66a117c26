import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CATEGORIES } from '../../lib/core/catalog/taxonomy'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { type Bench, BenchCannotRun, numberFlag, type Print, round } from '../bench'
import { withClient } from '../database'
import { withFolder } from '../folder'
import { freePort, startServer, untilAnswered } from '../processes'
import { processorMs } from '../processor-time'
import { benchServerId, benchToolId, makeRatedCatalog } from '../rated-catalog'
import { QUIET, UNREACHED_LIMIT } from '../service'

const LIMITS = { LIMIT_PAGES: String(UNREACHED_LIMIT), LIMIT_FREE: String(UNREACHED_LIMIT) }
/** Postgres shows what a backend counted once it was idle for a second. */
const COUNTED_AFTER_MS = 1300
/** What was just rated is read again for half a minute. */
const SETTLED_MS = 40_000
/** What a service does by itself is watched for so long. */
const IDLE_MS = 6000
const VERBS = ['read', 'list', 'send', 'create', 'convert', 'find', 'delete', 'translate', 'compare', 'watch']
const NOUNS = ['file', 'invoice', 'message', 'picture', 'calendar', 'issue', 'map', 'stock', 'recipe', 'flight', 'song']

interface Kind {
  name: string
  /** The page of this number; different ones are different pages as far as the kind has several. */
  pathOf(number: number): string
}

const searchText = (n: number) => `${VERBS[n % VERBS.length]} a ${NOUNS[n % NOUNS.length]} ${n}`
const KINDS: readonly Kind[] = [
  { name: 'categories', pathOf: () => '/categories' },
  { name: 'home', pathOf: () => '/' },
  { name: 'category', pathOf: (n) => `/category/${CATEGORIES[n % CATEGORIES.length]?.slug}` },
  { name: 'search', pathOf: (n) => `/search?q=${encodeURIComponent(searchText(n))}` },
  { name: 'search, asked before', pathOf: (n) => `/search?q=${encodeURIComponent(searchText(n % 2))}` },
  { name: 'server', pathOf: (n) => `/server/${benchServerId(7 * n)}` },
  { name: 'tool', pathOf: (n) => `/tool/${benchToolId(101 * n)}_${documentOf(101 * n).name}` },
]

interface Counted {
  statements: number
  transactions: number
  /** Rows that Postgres read of tables, by scans and by indexes. */
  rowsRead: number
  /** Processor time of the service, in ms. */
  processorMs: number
}

/**
 * What a page takes of the database and the processor: of each kind the first one after a start, and the mean of the
 * next ones. `beside`: another build, measured on the same data in turn.
 */
export const bench: Bench = {
  flags: { tools: '10000', pages: '20', beside: '', statements: '' },
  async run(flags, print) {
    const documents = Array.from({ length: numberFlag(flags, 'tools') }, (_, at) => documentOf(at))
    const catalog = await makeRatedCatalog(documents.length, documents)
    try {
      await spreadOverCategories(catalog.url)
      const results: Record<string, unknown> = {}
      for (const folder of ['.', ...(flags.beside ? [flags.beside] : [])]) {
        print(folder)
        results[folder] = await measureBuild(folder, catalog.url, numberFlag(flags, 'pages'), flags, print)
      }
      return results
    } finally {
      await catalog.drop()
    }
  },
}

/** The tool of this place: many share words, none has all of another. */
function documentOf(at: number): SearchDocument {
  const [verb, noun] = [VERBS[at % VERBS.length], NOUNS[Math.floor(at / VERBS.length) % NOUNS.length]]
  const description = `Can ${verb} a ${noun} of the account ${at % 97} and answers with what it found.`
  const words = { name: `${verb}_${noun}`, title: null, description, parameters: 'path limit account' }
  return { id: '', serverId: '', ...words, serverTitle: '', serverDescription: '' }
}

/** Every server in one category, and known by itself; of each tool the alternatives are known. */
function spreadOverCategories(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const slugs = CATEGORIES.map(({ slug }) => slug)
    await client.query('UPDATE subjects SET categories = ARRAY[($1::text[])[1 + server_key % $2]]', [
      slugs,
      slugs.length,
    ])
    await client.query(
      `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
       SELECT id, 'server', key, 'server', 'A server of the bench.', 'healthy', 90, 'A', '{}', false FROM servers`,
    )
    await client.query(
      `INSERT INTO alternative_lists (subject_id, alternatives, similarities, in_other_product)
       SELECT id, ARRAY(SELECT near.id FROM subjects AS near WHERE near.server_key = subjects.server_key + 37 AND near.kind = subjects.kind ORDER BY near.id LIMIT 3), '{900,800,700}', '{f,f,f}'
       FROM subjects`,
    )
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements').catch((cause: unknown) => {
      throw new BenchCannotRun(`needs Postgres with pg_stat_statements: ${String(cause)}`)
    })
    await client.query('VACUUM ANALYZE')
  })
}

async function measureBuild(
  folder: string,
  databaseUrl: string,
  pages: number,
  flags: Readonly<Record<string, string>>,
  print: Print,
) {
  const port = await freePort()
  return withFolder(async (dataDir) => {
    const own = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PAGES_KEPT_SECONDS: '0' }
    const environment = { ...QUIET, ...LIMITS, ...own, BASE_URL: `http://127.0.0.1:${port}` }
    const service = await startServer([`${folder}/commands/start.mjs`, '--built'], environment, port, '/readyz')
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await untilAnswered(`${service.url}/v1/search?q=read+a+file`)
      // A part of the frame of every page, and Next's own first page.
      await untilAnswered(`${service.url}/docs`)
      await delay(SETTLED_MS)
      const counter = await openCounter(client, service.pid)
      const result: Record<string, { first: Counted; next: Counted }> = {}
      for (const { name, pathOf } of KINDS) {
        const ask = (from: number, to: number) => async () => {
          for (let n = from; n < to; n += 1) await untilAnswered(service.url + pathOf(n))
        }
        const first = await counter.count(1, ask(0, 1))
        const next = await counter.count(pages, ask(1, pages + 1))
        result[name] = { first: first.counted, next: next.counted }
        print(`${name.padEnd(22)} first ${JSON.stringify(first.counted)}   then ${JSON.stringify(next.counted)}`)
        if (flags.statements === name || flags.statements === 'all') for (const line of next.lines) print(line)
      }
      return result
    } finally {
      await client.end()
      await service.stop()
    }
  })
}

/** Counts what the service does, less what it does of its own accord in the same time. */
async function openCounter(client: pg.Client, pid: number) {
  const stats = async () => {
    await delay(COUNTED_AFTER_MS)
    const { rows } = await client.query<{ id: string; calls: number; query: string }>(
      `SELECT queryid::text AS id, calls::int, query FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat_%'`,
    )
    const { rows: totals } = await client.query<{ read: number }>(
      'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS read FROM pg_stat_user_tables',
    )
    return { calls: new Map(rows.map((row) => [row.id, row])), read: totals[0]?.read ?? 0 }
  }
  const between = async (work: () => Promise<void>) => {
    const [before, usedBefore] = [await stats(), processorMs(pid)]
    const beganAt = performance.now()
    await work()
    const [after, used] = [await stats(), processorMs(pid)]
    const calls = [...after.calls.values()].map(({ id, query, calls }) => ({
      ...{ id, query: query.replace(/\s+/g, ' ') },
      calls: calls - (before.calls.get(id)?.calls ?? 0),
    }))
    return {
      calls: calls.filter((one) => one.calls > 0),
      read: after.read - before.read,
      used: used - usedBefore,
      ms: performance.now() - beganAt,
    }
  }
  const idle = await between(() => delay(IDLE_MS))
  const idleIds = new Set(idle.calls.map(({ id }) => id))
  const count = async (pages: number, work: () => Promise<void>) => {
    const asked = await between(work)
    const own = asked.calls.filter(({ id }) => !idleIds.has(id))
    const sum = (keep: (query: string) => boolean) =>
      own.filter(({ query }) => keep(query)).reduce((total, { calls }) => total + calls, 0)
    const isEdge = (query: string) => /^(begin|commit|rollback)/i.test(query)
    const share = asked.ms / idle.ms
    const [begun, plain] = [sum((query) => /^begin/i.test(query)), sum((query) => !isEdge(query))]
    const counted = {
      statements: round(plain / pages, 1),
      transactions: round(begun / pages, 1),
      rowsRead: Math.round((asked.read - idle.read * share) / pages),
      processorMs: round((asked.used - idle.used * share) / pages, 1),
    }
    const lines = own
      .sort((a, b) => b.calls - a.calls)
      .map(({ calls, query }) => `  ${(calls / pages).toFixed(1)}  ${query.slice(0, 230)}`)
    return { counted, lines }
  }
  return { count }
}
