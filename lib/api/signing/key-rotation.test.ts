import { randomBytes } from 'node:crypto'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { jwksOf } from 'assay-verify/test-attestations'
import { sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { CLOCK_SLACK_MS, USE_MS } from '../../core/signing-key-periods'
import { rowsOf } from '../../store/database'
import { keyRevisions, signingKeys } from '../../store/keys/keys-schema'
import { openKeyRevisions } from '../../store/signing/key-revisions'
import { addNextSigningKey } from '../../store/signing/signing-keys'
import { onDatabase, TEST_EPOCH } from '../../store/test-databases'
import { openAttester } from './attester'
import { openSigningKeys, type SigningKeys } from './signing-keys'

const now = TEST_EPOCH
const HOUR_MS = 3_600_000
const later = (ms: number) => new Date(now.getTime() + ms)
const facts = { verdict: 'healthy', score: 91.2, grade: 'A', formula: 'assay-2', asOf: null } as const
const seed = () => randomBytes(32).toString('base64url')
const kidOf = (text: string) => signingKeyFromSeed(Buffer.from(text, 'base64url')).kid

describe('keys of several processes', () => {
  onDatabase(({ db }) => {
    let isReachable = true
    beforeEach(async () => {
      isReachable = true
      for (const table of [signingKeys, keyRevisions]) await db.delete(table)
    })

    /** A process that opens its keys at `at`; every reading of revisions is a new one. */
    const start = async (configured: string | null, at = now) => {
      let monotonicMs = 0
      const failing = new Proxy(db, {
        get: (target, name) => {
          if (!isReachable) throw new Error('no connection')
          return Reflect.get(target, name)
        },
      })
      const revisions = openKeyRevisions(failing, () => {
        monotonicMs += 5000
        return monotonicMs
      })
      const keys = await openSigningKeys({ db: failing, revisions, configured, log: () => undefined }, at)
      const attester = openAttester(keys, 'https://assay.test')
      return { keys, attest: async (when: Date) => (await attester.attest('a/b', facts, when, () => ({}))).jws }
    }
    const verify = async (jws: string, keys: SigningKeys, at: Date) =>
      jwtVerify(jws, createLocalJWKSet({ keys: await keys.published(at) }), { currentDate: at })
    const kids = async (keys: SigningKeys, at: Date) => (await keys.published(at)).map(({ kid }) => kid)
    const signerAt = async (keys: SigningKeys, at: Date) => (await keys.current(at)).key.kid

    test('a rotated key is published before it signs, signs in every process at once, and verifies to the end', async () => {
      const [a, b] = [await start(null), await start(null)]
      const old = await a.attest(now)
      expect(await signerAt(b.keys, now)).toBe(decodeProtectedHeader(old).kid)
      const next = seed()
      await addNextSigningKey(db, next, later(600_000), now)
      for (const { keys } of [a, b]) {
        expect(await kids(keys, later(1000))).toEqual([decodeProtectedHeader(old).kid, kidOf(next)])
        expect(await signerAt(keys, later(599_000))).toBe(decodeProtectedHeader(old).kid)
      }
      const last = await b.attest(later(599_999))
      for (const { keys } of [a, b]) expect(await signerAt(keys, later(600_000))).toBe(kidOf(next))
      expect(await rowsOf(db, sql`SELECT kid FROM signing_keys WHERE seed IS NOT NULL`)).toEqual([{ kid: kidOf(next) }])
      const fresh = await a.attest(later(600_000))
      for (const { keys } of [a, b]) {
        expect((await verify(fresh, keys, later(600_000))).payload).toMatchObject({ sub: 'a/b', score: 91.2 })
        expect((await verify(last, keys, later(24 * HOUR_MS + 590_000))).payload).toMatchObject({ sub: 'a/b' })
        await expect(verify(last, keys, later(24 * HOUR_MS + 601_000))).rejects.toThrow('exp')
        expect(await kids(keys, later(26 * HOUR_MS))).toEqual([kidOf(next)])
      }
    })

    test('a configured key that another replaces stays until its last attestation has expired, and neither seed is stored', async () => {
      const [first, second] = [seed(), seed()]
      const old = await start(first)
      const end = later(90 * 60_000)
      const last = await old.attest(end)
      const next = await start(second, end)
      expect(await kids(next.keys, end)).toEqual([kidOf(second), kidOf(first)])
      expect((await verify(last, next.keys, new Date(+end + 24 * HOUR_MS - 1000))).payload).toMatchObject({
        sub: 'a/b',
      })
      expect(await kids(next.keys, new Date(+end + 26 * HOUR_MS))).toEqual([kidOf(second)])
      expect((await verify(await next.attest(end), old.keys, end)).payload).toMatchObject({ sub: 'a/b' })
      const rows = await rowsOf<{ seed: string | null; public_key: string }>(
        db,
        sql`SELECT seed, public_key FROM signing_keys`,
      )
      expect(rows).toHaveLength(2)
      for (const row of rows) {
        expect(row.seed).toBeNull()
        expect([first, second]).not.toContain(row.public_key)
      }
    })

    test('a key made here stays when one is configured; its seed leaves the database', async () => {
      const made = await start(null)
      const old = await made.attest(now)
      const configured = await start(seed(), later(1000))
      expect(await rowsOf(db, sql`SELECT 1 FROM signing_keys WHERE seed IS NOT NULL`)).toEqual([])
      expect((await verify(old, configured.keys, later(23 * HOUR_MS))).payload).toMatchObject({ sub: 'a/b' })
    })

    test('a seed in the database that is the configured one is erased there, and goes on signing', async () => {
      const text = seed()
      await db.insert(signingKeys).values({ kid: kidOf(text), seed: text, createdAt: now, signsFrom: now })
      const { keys } = await start(text, later(1000))
      expect(await signerAt(keys, later(1000))).toBe(kidOf(text))
      expect(await rowsOf(db, sql`SELECT seed FROM signing_keys`)).toEqual([{ seed: null }])
    })

    test('processes with the setting and without it do not replace each other’s keys for ever', async () => {
      const without = await start(null)
      const configured = await start(seed(), later(1000))
      for (let second = 2; second < 20; second += 1) {
        await without.keys.current(later(second * 1000))
        await configured.keys.current(later(second * 1000))
      }
      expect(await rowsOf(db, sql`SELECT 1 FROM signing_keys`)).toHaveLength(3)
      const sets = await Promise.all([without, configured].map(({ keys }) => kids(keys, later(30_000))))
      expect(sets[0]?.toSorted()).toEqual(sets[1]?.toSorted())
    })

    test('a process that cannot reach the database signs on, for no longer than its key is sure to be published', async () => {
      const [cut, other] = [await start(null), await start(null)]
      const { key } = await cut.keys.current(now)
      await addNextSigningKey(db, seed(), later(1000), now)
      await other.keys.current(later(1000))
      isReachable = false
      const late = await cut.attest(later(5 * HOUR_MS))
      isReachable = true
      expect(decodeProtectedHeader(late).kid).toBe(key.kid)
      const { payload } = await jwtVerify(late, createLocalJWKSet(jwksOf([key])), { currentDate: later(5 * HOUR_MS) })
      const expiresAt = new Date((payload.exp ?? 0) * 1000)
      expect(+expiresAt).toBeLessThanOrEqual(+later(24 * HOUR_MS + USE_MS + CLOCK_SLACK_MS))
      expect(await kids(other.keys, new Date(+expiresAt - 1000))).toContain(key.kid)
    })
  })
})
