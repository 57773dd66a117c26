import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { type App, type Context, contextOf } from '../api/context'
import { parseConfig } from '../config'
import { PERSONAL_TEXTS } from '../core/privacy/test-personal-data'
import { HOSTILE_TEXTS } from '../core/text/test-hostile-texts'
import type { Endpoint } from '../http/operation'
import { recordServers } from '../store/catalog/catalog'
import { rowsOf } from '../store/database'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { TEST_DRIVERS } from '../store/test-databases'
import { copyEmbeddedTemplate } from '../store/test-templates'
import { openApp } from './app'
import { ENDPOINTS } from './endpoints'
import { logToStderr } from './log/log'

const KNOWN = 'o/s/x'
const ADDRESS = '203.0.113.77'
/** Part of everything that is sent and must leave no trace, so that one search finds it. */
const NEEDLE = 'needle4711'
/** Shorter texts come out of ordinary words by accident. */
const LEAST_TELLING = 16

/** Every so many of the long list: all of it is for the bench. */
const ONE_OF = 4
const TEXTS = [...PERSONAL_TEXTS.map(({ text }) => text), ...HOSTILE_TEXTS].filter((_, n) => n % ONE_OF === 0)

/** Every request that can carry a caller's text, with the text and with the needle beside it. */
function requestsOf(text: string, n: number): [Endpoint<Context>, RequestInit][] {
  const marked = `${text} ${NEEDLE}${n}`
  const name = `${NEEDLE}${n}${text}`.slice(0, 200)
  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': NEEDLE, ...headers },
    body: JSON.stringify(body),
  })
  const good = { toolId: KNOWN, success: true }
  const events = (...given: unknown[]) => ({ events: given })
  return [
    [ENDPOINTS.ingest, json(events(good, { toolId: text, success: true }))],
    [ENDPOINTS.ingest, json(events({ toolId: marked, success: true }))],
    [ENDPOINTS.ingest, json(events({ toolId: `nobody/${NEEDLE}-${n}`, success: true }))],
    [ENDPOINTS.ingest, json(events({ ...good, success: false, errorClass: marked }))],
    [ENDPOINTS.ingest, json(events({ ...good, [name]: marked }))],
    [ENDPOINTS.ingest, json(events({ ...good, latencyMs: marked }))],
    [ENDPOINTS.ingest, json({ ...events(good), note: marked })],
    [ENDPOINTS.ingest, json(events(good), { 'idempotency-key': `${NEEDLE}${n}` })],
    [ENDPOINTS.ingest, json(events(good), { 'x-api-key': `${NEEDLE}${n}` })],
    [ENDPOINTS.ingest, { ...json(events(good)), body: `{"events":[{"toolId":${JSON.stringify(marked)}` }],
    [ENDPOINTS.createKey, json({ email: `${NEEDLE}${n}@example.org` })],
    [ENDPOINTS.createKey, json({ email: marked })],
    [ENDPOINTS.lookup, json({ repos: [text, marked], packages: [marked, `${NEEDLE}-${n}`], ids: [text, marked] })],
  ]
}

async function attack(app: App): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (const [n, text] of TEXTS.entries()) {
    for (const [endpoint, init] of requestsOf(text, n)) {
      const request = new Request(`http://assay.test${endpoint.contract.path}`, init)
      const { status } = await endpoint.handle(request, contextOf(app, ADDRESS))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  return statuses
}

const NEEDLES = [NEEDLE, ADDRESS, ...TEXTS.filter((text) => text.length >= LEAST_TELLING)]
/** Which needles are in these bytes, in any form in which a database or a log might write them. */
function found(bytes: Buffer): string[] {
  return NEEDLES.filter((needle) => [...formsOf(needle)].some((form) => bytes.includes(form)))
}

/** Each once, as most needles have no capitals and nothing that JSON escapes, and there is much to search. */
const formsOf = (needle: string) =>
  new Set([needle, needle.toLowerCase(), JSON.stringify(needle).slice(1, -1), Buffer.from(needle).toString('hex')])

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Opens a real app over a database, sends it everything, and returns what it wrote to its log. */
async function attacked(environment: Record<string, string>, probe: (app: App) => Promise<void>): Promise<Buffer> {
  const written: string[] = []
  const take = (text: unknown) => {
    written.push(String(text))
    return true
  }
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation(take),
    vi.spyOn(process.stdout, 'write').mockImplementation(take),
  ]
  const settings = { LIMIT_KEYLESS: '1000000', LIMIT_KEY_CREATION: '1000000', ...environment }
  try {
    const app = await openApp(parseConfig(settings), { opensLog: true })
    try {
      const catalog = [testServer('o/s', { tools: [testTool('x')] })]
      await recordServers(app.db, { source: 'file', precedence: 1 }, catalog, new Date(), uncategorized)
      const statuses = await attack(app)
      expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
      for (const status of [200, 201, 400, 401, 422]) expect(statuses.get(status), `${status}`).toBeGreaterThan(0)
      await probe(app)
    } finally {
      await app.close()
    }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return Buffer.from(written.join(''))
}

const [, postgres] = TEST_DRIVERS
// One of the two in a run, as all suites with a database.
test.runIf(postgres.absent)(
  'on the embedded database an attack leaves nothing in its files, and nothing in the log',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-traces-'))
    folders.push(folder)
    await copyEmbeddedTemplate(folder)
    const log = await attacked({ DATA_DIR: folder }, async ({ db }) => {
      await db.execute(sql`CHECKPOINT`)
    })
    expect(found(log)).toEqual([])
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(100)
    const everything = Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))))
    // What may be kept is found by the same search.
    expect(everything.includes(KNOWN)).toBe(true)
    expect(found(everything)).toEqual([])
  },
  240_000,
)

test.skipIf(postgres.absent)(
  'on Postgres an attack leaves nothing in any table, and nothing in the log',
  async () => {
    const opened = await postgres.open()
    try {
      const log = await attacked({ DATABASE_URL: opened.url ?? '' }, async ({ db }) => {
        const shared = () => rowsOf<{ n: number }>(db, sql`SELECT count(*)::int AS n FROM rate_limits`)
        await vi.waitFor(async () => expect((await shared())[0]?.n).toBeGreaterThan(0), 10_000)
        const tables = await rowsOf<{ name: string }>(
          db,
          sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
        )
        expect(tables.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['public.outcome_counts', 'public.rate_limits']),
        )
        const texts: string[] = []
        for (const { name } of tables) {
          const rows = await rowsOf<{ row: string }>(db, sql`SELECT t::text AS row FROM ${sql.raw(name)} t`)
          texts.push(...rows.map(({ row }) => row))
        }
        const everything = Buffer.from(texts.join('\n'))
        expect(everything.includes(KNOWN)).toBe(true)
        expect(found(everything)).toEqual([])
      })
      expect(found(log)).toEqual([])
    } finally {
      await opened.close()
    }
  },
  240_000,
)

test('a statement that fails is logged without its parameters, whatever they look like', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const statement = new Error(
    `Failed query: select 1 where $1\nparams: ${NEEDLE}\n    at ${NEEDLE} (file:1:1)\n${NEEDLE}`,
  )
  logToStderr('internal error at /v1/ingest', statement)
  logToStderr('internal error at /v1/ingest', new Error('it could not be counted', { cause: statement }))
  logToStderr(
    'internal error at /v1/ingest',
    Object.assign(new Error('x'), { stack: undefined, message: `a\nparams: ${NEEDLE}` }),
  )
  const text = written.join('')
  expect(text).toContain('Failed query: select 1 where $1')
  expect(text).toContain('traces.test.ts')
  expect(text).not.toContain(NEEDLE)
})
