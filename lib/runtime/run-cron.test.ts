import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServers } from '../store/catalog/catalog'
import { type Database, rowsOf } from '../store/database'
import { testServer, uncategorized } from '../store/test-catalog'
import { copyEmbeddedTemplate } from '../store/test-templates'

const SECRET = 'a secret of enough letters'
const ask = (job: string, authorization?: string) =>
  new Request(`http://assay.test/cron/${job}`, authorization === undefined ? {} : { headers: { authorization } })

beforeEach(() => {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('assay.app'))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** The handler as a process with these settings has it. */
async function handlerWith(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return (await import('./run-cron')).mountCron().GET
}

test.each([
  ['no secret configured, in production', { NODE_ENV: 'production', CRON_SECRET: '' }, undefined],
  ['no secret given', { NODE_ENV: 'production', CRON_SECRET: SECRET }, undefined],
  ['a wrong secret', { NODE_ENV: 'production', CRON_SECRET: SECRET }, `Bearer ${SECRET}x`],
  ['the secret without its scheme', { NODE_ENV: 'production', CRON_SECRET: SECRET }, SECRET],
  ['a wrong secret in development', { NODE_ENV: 'development', CRON_SECRET: SECRET }, 'Bearer x'],
])('%s: refused, and the secret is not in the answer', async (_case, environment, given) => {
  const response = await (await handlerWith(environment))(ask('keep', given))
  expect(response.status).toBe(401)
  const text = await response.text()
  expect(JSON.parse(text).code).toBe('unauthorized')
  expect(text).not.toContain(SECRET)
})

test('another method is refused before anything else', async () => {
  const answer = await handlerWith({ NODE_ENV: 'production', CRON_SECRET: SECRET })
  const response = await answer(
    new Request('http://assay.test/cron/keep', { method: 'POST', headers: { authorization: `Bearer ${SECRET}` } }),
  )
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
})

test('the secret runs a job, and a failed job is answered without details', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cron-'))
  await copyEmbeddedTemplate(dataDir)
  const answer = await handlerWith({ NODE_ENV: 'production', CRON_SECRET: SECRET, DATA_DIR: dataDir, DATABASE_URL: '' })
  const { getApp } = await import('./app')
  try {
    const done = await answer(ask('keep', `Bearer ${SECRET}`))
    const breakages = { closed: 0, forgottenBreakages: 0, forgottenChanges: 0 }
    const report = { breakages, rolledUpServerDays: 0, droppedRollups: 0, reassessedServers: 0 }
    expect([done.status, await done.json()]).toMatchObject([200, { job: 'keep', report }])
    expect((await (await answer(ask('no-such-job', `Bearer ${SECRET}`))).json()).code).toBe('unknown_path')
    const { $client } = (await getApp()).db as unknown as { $client: { close(): Promise<void> } }
    await $client.close()
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const failed = await answer(ask('assess', `Bearer ${SECRET}`))
    expect([failed.status, (await failed.json()).detail]).toEqual([
      500,
      'The service failed. The fault is ours and has been noted.',
    ])
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('internal error at /cron/assess'))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the first probe run of a process schedules the whole catalog, a later one only what a source has changed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cron-'))
  await copyEmbeddedTemplate(dataDir)
  const answer = await handlerWith({ NODE_ENV: 'production', CRON_SECRET: SECRET, DATA_DIR: dataDir, DATABASE_URL: '' })
  const { getApp } = await import('./app')
  const { db, close } = await getApp()
  const probed = async () => (await answer(ask('probe', `Bearer ${SECRET}`))).status
  try {
    await recordServers(db, { source: 'file', precedence: 1 }, [testServer('a/one')], new Date(), uncategorized)
    await db.execute(sql`UPDATE servers SET targets_by = 'other probers'`)
    expect([await probed(), await scheduledBy(db)]).not.toEqual([200, 'other probers'])
    await db.execute(sql`UPDATE servers SET targets_by = 'other probers'`)
    expect([await probed(), await scheduledBy(db)]).toEqual([200, 'other probers'])
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function scheduledBy(db: Database): Promise<string | undefined> {
  const [server] = await rowsOf<{ targets_by: string }>(db, sql`SELECT targets_by FROM servers`)
  return server?.targets_by
}
