import { chmodSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { sql } from 'drizzle-orm'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseConfig } from '../../config'
import { openApp } from '../../runtime/app'
import { openDatabase, rowsOf } from '../../store/database'
import { copyEmbeddedTemplate } from '../../store/test-templates'
import { type App, contextOf } from '../context'
import { jwks } from '../operations/jwks'

const HOUR_MS = 3_600_000
const SEED = Buffer.alloc(32, 7).toString('base64url')
const facts = { verdict: 'healthy', score: 91.2, grade: 'A', formula: 'assay-2', asOf: null } as const

let parent: string
let dataDir: string
/** A migrated database without a key. */
let empty: string
let said: string[]
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'assay-signing-'))
  empty = join(parent, 'empty')
  await mkdir(empty, { mode: 0o700 })
  await copyEmbeddedTemplate(empty)
})
afterAll(() => rm(parent, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = join(parent, 'data')
  await cp(empty, dataDir, { recursive: true })
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = (settings: Record<string, string> = {}) =>
  openApp(parseConfig({ DATA_DIR: dataDir, ...settings }), { opensLog: true })
/** As older versions left it. */
const openToOthers = () => chmodSync(join(dataDir, 'postgres'), 0o755)
const keysOf = (app: App, now: Date) => jwks({}, Object.assign(contextOf(app, null), { now }))
const kidOf = async (app: App) => (await app.signingKeys.current(new Date())).key.kid
const kidsOf = async (app: App, now = new Date()) => (await keysOf(app, now)).keys.map(({ kid }) => kid)

async function closedApp(settings: Record<string, string> = {}) {
  const app = await open(settings)
  const { jws: attestation } = await app.attester.attest('a/b', facts, new Date(), () => ({}))
  const { key } = await app.signingKeys.current(new Date())
  await app.close()
  return { kid: key.kid, seed: Buffer.from(key.seed).toString('base64url'), attestation }
}

describe.skipIf(process.platform === 'win32')('a signing key that other users could read', () => {
  test('is replaced; the key set has both until the last attestation of the old one has expired', async () => {
    const old = await closedApp()
    openToOthers()
    const app = await open()
    expect(await kidOf(app)).not.toBe(old.kid)
    expect(said.join('')).toContain(`The signing key ${old.kid} was readable in the database: it is replaced`)
    expect(await kidsOf(app)).toEqual([await kidOf(app), old.kid])
    const soon = new Date(Date.now() + 23 * HOUR_MS)
    const verified = await jwtVerify(old.attestation, createLocalJWKSet(await keysOf(app, soon)), { currentDate: soon })
    expect(verified.payload).toMatchObject({ sub: 'a/b', score: 91.2 })
    expect(await kidsOf(app, new Date(Date.now() + 25 * HOUR_MS))).toEqual([await kidOf(app)])
    const { jws: fresh } = await app.attester.attest('a/b', facts, new Date(), () => ({}))
    expect(fresh).not.toBe(old.attestation)
    const { protectedHeader } = await jwtVerify(fresh, createLocalJWKSet(await keysOf(app, new Date())))
    const kid = await kidOf(app)
    expect(protectedHeader.kid).toBe(kid)
    await app.close()
    // Later starts replace nothing, and no row has its seed any more.
    const later = await open()
    expect(await kidsOf(later)).toEqual([kid, old.kid])
    expect(await kidOf(later)).toBe(kid)
    const rows = await rowsOf<{ kid: string; seed: string | null }>(later.db, sql`SELECT kid, seed FROM signing_keys`)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ kid: old.kid, seed: null })
    await later.close()
  })

  test('is replaced by the next start where the first one that saw it did not come so far', async () => {
    const old = await closedApp()
    openToOthers()
    await (await openDatabase({ databaseUrl: null, dataDir })).close()
    expect((await closedApp()).kid).not.toBe(old.kid)
  })
})

describe('a key of the settings', () => {
  test('is never written to the database, and stays in the key set when another replaces it', async () => {
    const old = await closedApp({ SIGNING_KEY: SEED })
    expect(old.seed).toBe(SEED)
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
    )
    for (const form of [SEED, Buffer.alloc(32, 7)]) expect(contents.some((bytes) => bytes.includes(form))).toBe(false)
    const app = await open({ SIGNING_KEY: Buffer.alloc(32, 8).toString('base64url') })
    const soon = new Date(Date.now() + 23 * HOUR_MS)
    const verified = await jwtVerify(old.attestation, createLocalJWKSet(await keysOf(app, soon)), { currentDate: soon })
    expect(verified.payload).toMatchObject({ sub: 'a/b', score: 91.2 })
    expect(await kidsOf(app, new Date(Date.now() + 26 * HOUR_MS))).not.toContain(old.kid)
    await app.close()
  })

  test('replaces one that was made here, which stays in the key set too, without its seed', async () => {
    const old = await closedApp()
    const app = await open({ SIGNING_KEY: SEED })
    expect(await kidsOf(app)).toContain(old.kid)
    expect(await rowsOf(app.db, sql`SELECT 1 FROM signing_keys WHERE seed IS NOT NULL`)).toEqual([])
    await app.close()
  })

  test.skipIf(process.platform === 'win32')(
    'is not replaced, which is said; one the database keeps is retired',
    async () => {
      const kept = await closedApp()
      openToOthers()
      const app = await open({ SIGNING_KEY: SEED })
      expect(await kidOf(app)).toBe(signingKeyFromSeed(Buffer.from(SEED, 'base64url')).kid)
      expect(said.join('')).toContain('SIGNING_KEY is not kept in the database: it was not replaced')
      expect(await kidsOf(app)).toEqual([await kidOf(app), kept.kid])
      const rows = await rowsOf(app.db, sql`SELECT 1 FROM signing_keys WHERE seed IS NOT NULL`)
      expect(rows).toEqual([])
      await app.close()
    },
  )
})
