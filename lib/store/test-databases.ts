import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { WebSocketServer } from 'ws'
import { type Database, type OpenDatabase, openDatabase } from './database'
import {
  copyEmbeddedTemplate,
  createServerDatabase,
  onServer,
  PARTITIONS_FROM,
  TEST_DATABASE_URL,
} from './test-templates'

/** Partitions of observations begin here: tests place their evidence after it. */
export const TEST_EPOCH = PARTITIONS_FROM

/** A migrated database without rows, for one suite; `close` deletes it. */
export interface TestDatabase extends OpenDatabase {
  /** The address of a real Postgres; null for the embedded one. */
  url: string | null
}

/**
 * Every driver the product can use. Those that need a real Postgres are skipped by name where TEST_DATABASE_URL is not
 * set.
 */
export const TEST_DRIVERS = [
  { driver: 'pglite', open: openEmbedded, absent: false },
  { driver: 'postgres', open: () => openOnServer(false), absent: TEST_DATABASE_URL === null },
  { driver: 'neon', open: () => openOnServer(true), absent: TEST_DATABASE_URL === null },
] as const

/**
 * The database of a run: Postgres where TEST_DATABASE_URL names one, else the embedded one. So `npm test` runs every
 * statement on the one, and `.ci/run` on the other.
 */
const RUN_DRIVER = TEST_DATABASE_URL === null ? TEST_DRIVERS[0] : TEST_DRIVERS[1]

/** Opens a database of the run's kind. */
export const openTestDatabase: () => Promise<TestDatabase> = RUN_DRIVER.open

/** The database of a running suite. Its members exist from the suite's first hook on, until its last. */
export interface SuiteDatabase {
  driver: (typeof TEST_DRIVERS)[number]['driver']
  db: Database
  /** The address of a real Postgres; null for the embedded one. */
  readonly url: string | null
}

/** Runs a suite on the database of the run. */
export function onDatabase(suite: (database: SuiteDatabase) => void): void {
  onEach([RUN_DRIVER], suite)
}

/** Runs a suite with every driver, each time on a database of its own: for tests of what differs between drivers. */
export function onEveryDriver(suite: (database: SuiteDatabase) => void): void {
  onEach(TEST_DRIVERS, suite)
}

function onEach(drivers: readonly (typeof TEST_DRIVERS)[number][], suite: (database: SuiteDatabase) => void): void {
  for (const { driver, open, absent } of drivers) {
    describe.skipIf(absent)(`on ${driver}`, () => {
      let opened: TestDatabase | undefined
      const current = () => {
        if (opened === undefined) throw new Error('the database of a suite is open from its first hook on')
        return opened
      }
      beforeAll(async () => {
        opened = await open()
      })
      afterAll(() => opened?.close())
      suite({
        driver,
        db: forwardTo(() => current().db),
        get url() {
          return current().url
        },
      })
    })
  }
}

/** Stands for an object that exists later: every operation on it is carried out on that object. */
function forwardTo<Target extends object>(target: () => Target): Target {
  const traps = new Proxy(
    {},
    {
      get:
        (_, trap: 'get') =>
        (_target: object, ...given: [string]) =>
          Reflect[trap](target(), ...given),
    },
  )
  return new Proxy({}, traps) as Target
}

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-store-'))
  await copyEmbeddedTemplate(dataDir)
  const opened = await openDatabase({ databaseUrl: null, dataDir })
  const close = async () => {
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...opened, url: null, close }
}

async function openOnServer(throughNeon: boolean): Promise<TestDatabase> {
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const { href } = await createServerDatabase(name)
  const relay = throughNeon ? await openWebSocketRelay() : null
  const opened = await openDatabase({ databaseUrl: href, dataDir: '', neonRelay: relay?.address ?? null })
  const close = async () => {
    await opened.close()
    await relay?.close()
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { ...opened, url: href, close }
}

/**
 * A stand-in for Neon's proxy: a WebSocket that carries the bytes of Postgres. The driver names the database's address
 * in the query.
 */
export async function openWebSocketRelay(): Promise<{ address: string; close(): Promise<void> }> {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket, request) => {
    const [host = '127.0.0.1', port = '5432'] = (
      new URL(request.url ?? '/', 'ws://relay').searchParams.get('address') ?? ''
    ).split(':')
    const upstream = connect(Number(port), host)
    upstream.on('data', (bytes) => socket.send(bytes))
    upstream.on('close', () => socket.close())
    upstream.on('error', () => socket.close())
    socket.on('message', (bytes: Buffer) => upstream.write(bytes))
    socket.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate()
    await new Promise((resolve) => http.close(resolve))
  }
  return { address: `127.0.0.1:${port}/v2`, close }
}
