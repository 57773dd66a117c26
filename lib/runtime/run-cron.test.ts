import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordServers } from '../store/catalog/catalog'
import { type Database, rowsOf } from '../store/database'
import { testServer, uncategorized } from '../store/test-catalog'
import { copyEmbeddedTemplate } from '../store/test-templates'

const SECRET = 'a secret of enough letters'
const ask = (job: string, authorization?: string) =>
  new Request(`http://assay.test/cron/${job}`, authorization === undefined ? {} : { headers: { authorization } })

/** The handler as a process with these settings has it, and its app. */
async function processWith(environment: Record<string, string>) {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('assay.app'))
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const answer = (await import('./run-cron')).mountCron().GET
  // The settings are read once, before the environment is as it was.
  const { config } = await import('../config')
  config()
  return { answer, getApp: (await import('./app')).getApp }
}
type Process = Awaited<ReturnType<typeof processWith>>

async function expectRefused({ answer }: Process, given?: string): Promise<void> {
  const response = await answer(ask('keep', given))
  expect(response.status).toBe(401)
  const text = await response.text()
  expect(JSON.parse(text).code).toBe('unauthorized')
  expect(text).not.toContain(SECRET)
}

test('no secret configured, in production: refused', async () => {
  await expectRefused(await processWith({ NODE_ENV: 'production', CRON_SECRET: '' }))
})

test('a wrong secret in development: refused', async () => {
  await expectRefused(await processWith({ NODE_ENV: 'development', CRON_SECRET: SECRET }), 'Bearer x')
})

describe('with a secret, in production', () => {
  let dataDir: string
  let here: Process
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-cron-'))
    await copyEmbeddedTemplate(dataDir)
    here = await processWith({ NODE_ENV: 'production', CRON_SECRET: SECRET, DATA_DIR: dataDir, DATABASE_URL: '' })
  })
  // The last test closes the database.
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const run = (job: string) => here.answer(ask(job, `Bearer ${SECRET}`))

  test.each([
    ['no secret', undefined],
    ['a wrong one', `Bearer ${SECRET}x`],
    ['it without its scheme', SECRET],
  ])('%s is refused, and it is not in the answer', (_case, given) => expectRefused(here, given))

  test('another method is refused before anything else', async () => {
    const response = await here.answer(
      new Request('http://assay.test/cron/keep', { method: 'POST', headers: { authorization: `Bearer ${SECRET}` } }),
    )
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('it runs a job', async () => {
    const done = await run('keep')
    const breakages = { closed: 0, forgottenBreakages: 0, forgottenChanges: 0 }
    const report = { breakages, rolledUpServerDays: 0, droppedRollups: 0, reassessedServers: 0 }
    expect([done.status, await done.json()]).toMatchObject([200, { job: 'keep', report }])
    expect((await (await run('no-such-job')).json()).code).toBe('unknown_path')
  })

  test('the first probe run schedules the whole catalog, a later one only what a source has changed', async () => {
    const { db } = await here.getApp()
    const probed = async () => (await run('probe')).status
    await recordServers(db, { source: 'file', precedence: 1 }, [testServer('a/one')], new Date(), uncategorized)
    await db.execute(sql`UPDATE servers SET targets_by = 'other probers'`)
    expect([await probed(), await scheduledBy(db)]).not.toEqual([200, 'other probers'])
    await db.execute(sql`UPDATE servers SET targets_by = 'other probers'`)
    expect([await probed(), await scheduledBy(db)]).toEqual([200, 'other probers'])
  })

  test('a failed job is answered without details', async () => {
    const { $client } = (await here.getApp()).db as unknown as { $client: { close(): Promise<void> } }
    await $client.close()
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const failed = await run('assess')
    expect([failed.status, (await failed.json()).detail]).toEqual([
      500,
      'The service failed. The fault is ours and has been noted.',
    ])
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('internal error at /cron/assess'))
  })
})

async function scheduledBy(db: Database): Promise<string | undefined> {
  const [server] = await rowsOf<{ targets_by: string }>(db, sql`SELECT targets_by FROM servers`)
  return server?.targets_by
}
