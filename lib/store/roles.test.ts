import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../core/day'
import { type OpenDatabase, openDatabase } from './database'
import { dropPartitions, makePartitions } from './evidence/partitions'

const SERVER = process.env.TEST_DATABASE_URL
const NAME = `roles_${process.pid}_${Date.now()}`
/** Roles belong to the whole server: those of this run have names of their own. */
const SQL = readFileSync('docs/roles.sql', 'utf8').replaceAll('assay_', `${NAME}_`)
const PASSWORD = 'of-a-test'
const INSUFFICIENT = '42501'

function urlOf(role: string | null): string {
  const url = new URL(SERVER ?? 'postgres://none')
  url.pathname = `/${NAME}`
  if (role === null) return url.href
  Object.assign(url, { username: `${NAME}_${role}`, password: PASSWORD })
  return url.href
}

async function query(url: string, text: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
    return 'done'
  } catch (cause) {
    return (cause as { code?: string }).code ?? String(cause)
  } finally {
    await client.end()
  }
}

describe.skipIf(SERVER === undefined)('docs/roles.sql, on Postgres', () => {
  let service: OpenDatabase | undefined
  beforeAll(async () => {
    expect(await query(SERVER ?? '', `CREATE DATABASE ${NAME}`)).toBe('done')
    await (await openDatabase({ databaseUrl: urlOf(null), dataDir: '' })).close()
    expect([await query(urlOf(null), SQL), await query(urlOf(null), SQL)]).toEqual(['done', 'done'])
    for (const role of ['service', 'migrate', 'read'])
      await query(urlOf(null), `ALTER ROLE ${NAME}_${role} PASSWORD '${PASSWORD}'`)
  })
  afterAll(async () => {
    await service?.close()
    await query(SERVER ?? '', `DROP DATABASE ${NAME} WITH (FORCE)`)
    for (const role of ['service', 'migrate', 'read']) await query(SERVER ?? '', `DROP ROLE ${NAME}_${role}`)
  })

  test('the service starts, and makes and drops partitions of evidence', async () => {
    service = await openDatabase({ databaseUrl: urlOf('service'), dataDir: '' })
    const day = dayOf(new Date())
    await makePartitions(service.db, 'observations', [day, day - 1])
    await makePartitions(service.db, 'hourly_rollups', [day])
    expect(await dropPartitions(service.db, 'observations', day)).toBe(1)
    expect(await query(urlOf('read'), 'SELECT * FROM observations')).toBe('done')
  })

  test('migrations run as their own role, also on the tables of the service', async () => {
    await (await openDatabase({ databaseUrl: urlOf('migrate'), dataDir: '' })).close()
    expect(await query(urlOf('migrate'), 'ALTER TABLE log_leaves ADD COLUMN more text')).toBe('done')
    expect(await query(urlOf('migrate'), 'ALTER TABLE observations ADD COLUMN more text')).toBe('done')
    expect(await query(urlOf('migrate'), 'CREATE TABLE added (key serial)')).toBe('done')
    expect(await query(urlOf('service'), 'INSERT INTO added DEFAULT VALUES')).toBe('done')
  })

  test.each([
    ['service', 'done', 'INSERT INTO log_documents (digest, kind, body) VALUES (1, $$score$$, 1)'],
    ['service', 'done', 'SELECT seed FROM log_keys'],
    ['service', 'done', 'LOCK TABLE signing_keys IN EXCLUSIVE MODE'],
    ['service', INSUFFICIENT, 'ALTER TABLE log_leaves ADD COLUMN another text'],
    ['service', INSUFFICIENT, 'DROP INDEX log_leaves_hash_idx'],
    ['service', INSUFFICIENT, 'TRUNCATE log_leaves'],
    ['service', INSUFFICIENT, 'DROP TABLE log_leaves'],
    ['service', INSUFFICIENT, 'DELETE FROM drizzle.__drizzle_migrations'],
    ['service', INSUFFICIENT, 'CREATE ROLE another'],
    ['read', 'done', 'SELECT * FROM servers, intervals, log_leaves'],
    ['read', INSUFFICIENT, 'SELECT * FROM log_keys'],
    ['read', INSUFFICIENT, 'SELECT * FROM signing_keys'],
    ['read', INSUFFICIENT, 'SELECT * FROM service_secrets'],
    ['read', INSUFFICIENT, 'SELECT * FROM api_keys'],
    ['read', INSUFFICIENT, 'SELECT * FROM log_queue'],
    ['read', INSUFFICIENT, 'INSERT INTO log_queue (fact) VALUES ($${}$$)'],
    ['read', INSUFFICIENT, 'UPDATE intervals SET ended_at = now()'],
    ['read', INSUFFICIENT, 'DELETE FROM log_documents'],
    ['read', INSUFFICIENT, 'CREATE TABLE another (key integer)'],
  ])('%s: %s of %s', async (role, expected, text) => {
    expect(await query(urlOf(role), `BEGIN; ${text}; ROLLBACK`)).toBe(expected)
  })
})
