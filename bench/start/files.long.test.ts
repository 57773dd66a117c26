import { hash } from 'node:crypto'
import { CREDENTIALS, openS3Server, REGION, type S3Server } from 'assay-tlog/test-s3-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../database'
import { freePort, type ServerProcess, startServer, untilAnswered } from '../processes'
import { openPostgres, type Postgres } from '../programs/postgres'
import { makeRatedCatalog } from '../rated-catalog'
import { QUIET } from '../service'

// Needs PostgreSQL's programs on this machine.

const TOOLS = 320
const PUBLISHER = 'bench/start/publisher-process.ts'
const API = 'bench/log/api-process.ts'

let cluster: Postgres
let store: S3Server
let url = ''
const started: ServerProcess[] = []

beforeAll(async () => {
  cluster = await openPostgres()
  process.env.DATABASE_URL = cluster.url
  url = (await makeRatedCatalog(TOOLS)).url
  store = await openS3Server('files', { ignoresConditions: true })
}, 180_000)
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await store.close()
  cluster.remove()
})

async function start(script: string, more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const port = await freePort()
  const files = {
    FILES_STORE: 's3://files/one',
    LOG_S3_ENDPOINT: store.endpoint,
    LOG_S3_REGION: REGION,
    LOG_S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    LOG_S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  }
  const given = { ...QUIET, DATABASE_URL: url, LOG_STORE: 'off', CANARY_URLS: 'off', LIMITS: 'off', PORT: String(port) }
  const server = await startServer(['--import', 'tsx', script], { ...given, ...files, ...more }, port, '/healthz')
  started.push(server)
  return server
}
const startPublisher = () => start(PUBLISHER, { ROLE: 'publisher', TIMER: 'on' })
const startApi = (more: Readonly<Record<string, string>> = {}) => start(API, { ROLE: 'api', ...more })

const rows = <Row extends object>(text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows)
const published = async () =>
  (await rows<{ name: string }>('SELECT name FROM published_files WHERE unnamed_at IS NULL ORDER BY name')).map(
    ({ name }) => name,
  )
const readyz = async ({ url: at }: ServerProcess) => (await fetch(`${at}/readyz`)).json()
const counted = async ({ url: at }: ServerProcess, result: string) => {
  const metrics = await (await fetch(`${at}/metrics`)).text()
  return Number(new RegExp(`^assay_files_total\\{result="${result}"\\} (\\d+)`, 'm').exec(metrics)?.[1])
}
const feedOf = async ({ url: at }: ServerProcess) => {
  const answer = await fetch(`${at}/v1/reliability/feed`)
  const text = await answer.text()
  const version = /"version":"([^"]+)"/.exec(text)?.[1]
  return { signature: answer.headers.get('x-jws-signature'), version, digest: hash('sha256', text) }
}
const found = async ({ url: at }: ServerProcess) =>
  (await (await fetch(`${at}/v1/search?q=tool`)).json()) as { results: unknown[] }

test('two publishers write, processes read, and the death of a publisher and of the store is survived', async () => {
  const publishers = [await startPublisher(), await startPublisher()]
  await expect.poll(published, { timeout: 60_000 }).toEqual(['feed', 'search-base', 'sitemap'])

  const [one, two] = [await startApi(), await startApi()]
  for (const api of [one, two]) await untilAnswered(`${api.url}/readyz`)
  expect((await found(one)).results.length).toBeGreaterThan(0)
  expect(await feedOf(one)).toEqual(await feedOf(two))
  expect([await readyz(one), await counted(one, 'unreadable'), await counted(one, 'absent')]).toMatchObject([
    { files: 'ok' },
    0,
    0,
  ])
  expect(await counted(one, 'read')).toBeGreaterThanOrEqual(4)
  // One feed was built, by the publisher.
  expect(await rows('SELECT key FROM feed_versions')).toHaveLength(1)
  // A process that knows nothing of files says the same, with the same signature.
  expect(await feedOf(await startApi({ FILES_STORE: '' }))).toEqual(await feedOf(one))

  const states = await Promise.all(publishers.map(readyz))
  const active = publishers[states.findIndex(({ publishing }) => publishing === 'active')] as ServerProcess
  started.splice(started.indexOf(active), 1)
  process.kill(active.pid, 'SIGKILL')
  await rows(`UPDATE subjects SET score = 1, rating_changed_at = now() WHERE id LIKE '%/tool_1'`)
  const before = await feedOf(one)
  await expect.poll(() => feedOf(one), { timeout: 150_000, interval: 1000 }).not.toEqual(before)
  const next = await feedOf(one)
  await expect.poll(() => feedOf(two), { timeout: 10_000 }).toEqual(next)
  expect(await counted(one, 'unreadable')).toBe(0)

  // Without the store a process that runs goes on, and one that starts reads the database.
  store.failNext.push(...Array.from({ length: 10_000 }, () => ({ status: 503, isDone: false })))
  expect(await feedOf(one)).toEqual(await feedOf(two))
  const late = await startApi()
  await untilAnswered(`${late.url}/readyz`)
  expect((await found(late)).results.length).toBeGreaterThan(0)
  expect(await feedOf(late)).toEqual(await feedOf(one))
  expect([await readyz(late), await counted(late, 'read')]).toMatchObject([{ ready: true, files: 'unreadable' }, 0])
}, 400_000)
