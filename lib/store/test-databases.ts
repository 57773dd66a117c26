import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { type OpenDatabase, openDatabase } from './database'
import { makeObservationPartitions } from './evidence/partitions'

/** A fresh, migrated database for one test file, and how to be rid of it. */
export interface TestDatabase extends OpenDatabase {
  /** The address of a real Postgres; null for the embedded one. */
  url: string | null
}

export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL ?? null

/** Every driver the product can use. Those that need a real Postgres are skipped by name where TEST_DATABASE_URL is not set. */
export const TEST_DRIVERS = [
  { driver: 'pglite', open: openEmbedded, absent: false },
  { driver: 'postgres', open: () => openOnServer(false), absent: TEST_DATABASE_URL === null },
  { driver: 'neon', open: () => openOnServer(true), absent: TEST_DATABASE_URL === null },
] as const

/** Both databases, for tests of rooms above the store: that the Neon driver does as `pg` does is what the store's own suite shows. */
export const TEST_DATABASES = [TEST_DRIVERS[0], TEST_DRIVERS[1]] as const

/** Partitions are made from here: tests place their evidence after it. */
export const TEST_EPOCH = new Date('2026-11-01T00:00:00Z')

async function openEmbedded(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-store-'))
  const opened = await openDatabase({ databaseUrl: null, dataDir })
  await makeObservationPartitions(opened.db, TEST_EPOCH)
  const close = async () => {
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...opened, url: null, close }
}

async function openOnServer(throughNeon: boolean): Promise<TestDatabase> {
  const server = new URL(TEST_DATABASE_URL ?? '')
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const relay = throughNeon ? await openRelay() : null
  const opened = await openDatabase({ databaseUrl: url.href, dataDir: '', neonRelay: relay?.address ?? null })
  await makeObservationPartitions(opened.db, TEST_EPOCH)
  const close = async () => {
    await opened.close()
    await relay?.close()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { ...opened, url: url.href, close }
}

async function onServer(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What Neon runs before its databases: a WebSocket whose bytes are Postgres' own. The driver names the database's address in the query. */
async function openRelay(): Promise<{ address: string; close(): Promise<void> }> {
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
