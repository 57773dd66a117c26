import { randomBytes } from 'node:crypto'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { neededUntil } from '../../core/signing-key-periods'
import { rowsOf } from '../database'
import { keyRevisions, serviceSecrets, signingKeys } from '../keys/keys-schema'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { openKeyRevisions } from './key-revisions'
import {
  addFirstSigningKey,
  addNextSigningKey,
  announceConfiguredKey,
  dropExpiredSigningKeys,
  getOrCreateSecret,
  listSigningKeys,
  retireSigningKeys,
  retireSuperseded,
} from './signing-keys'

const now = TEST_EPOCH
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const seed = () => randomBytes(32).toString('base64url')
const keyOf = (text: string) => signingKeyFromSeed(Buffer.from(text, 'base64url'))

describe('signing keys', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      for (const table of [signingKeys, serviceSecrets, keyRevisions]) await db.delete(table)
    })
    const revision = async () => (await openKeyRevisions(db).current()).signing_keys
    const kids = async (at = now) => (await listSigningKeys(db, at)).map(({ kid }) => kid)

    test('two processes that start at once keep the same one', async () => {
      await Promise.all([seed(), seed(), seed()].map((text) => addFirstSigningKey(db, text, now)))
      const kept = await listSigningKeys(db, now)
      expect(kept).toHaveLength(1)
      await addFirstSigningKey(db, seed(), minutesOn(1))
      expect(await listSigningKeys(db, minutesOn(1))).toEqual(kept)
      expect(await revision()).toBe(1)
    })

    test('one that takes over is listed at once, and the one before is retired when it does', async () => {
      const [first, second] = [seed(), seed()]
      await addFirstSigningKey(db, first, now)
      await addNextSigningKey(db, second, minutesOn(10), now)
      expect(await kids()).toEqual([keyOf(second).kid, keyOf(first).kid])
      expect(await retireSuperseded(db, minutesOn(9))).toEqual([])
      expect(await retireSuperseded(db, minutesOn(10))).toEqual([keyOf(first).kid])
      const [, retired] = await listSigningKeys(db, minutesOn(10))
      expect(retired).toMatchObject({
        seed: null,
        publicKey: keyOf(first).publicJwk.x,
        neededUntil: neededUntil(minutesOn(10)),
      })
      expect(await rowsOf(db, sql`SELECT 1 FROM signing_keys WHERE seed = ${first}`)).toEqual([])
      expect(await revision()).toBe(3)
    })

    test('of two that are to take over, the later asked for does', async () => {
      const [first, second, third] = [seed(), seed(), seed()]
      await addFirstSigningKey(db, first, now)
      await addNextSigningKey(db, second, minutesOn(10), now)
      await addNextSigningKey(db, third, minutesOn(12), minutesOn(2))
      expect(await kids(minutesOn(2))).toEqual([keyOf(third).kid, keyOf(first).kid])
    })

    test('of a configured one the public half is kept, and its time only ever extended', async () => {
      const key = keyOf(seed())
      await announceConfiguredKey(db, key, minutesOn(30))
      const [announced] = await listSigningKeys(db, now)
      await announceConfiguredKey(db, key, now)
      expect(await listSigningKeys(db, now)).toEqual([announced])
      expect(announced).toMatchObject({ kid: key.kid, seed: null, publicKey: key.publicJwk.x })
      expect(await revision()).toBe(1)
    })

    test('a seed that the database has loses it when it is configured', async () => {
      const text = seed()
      await addFirstSigningKey(db, text, now)
      await announceConfiguredKey(db, keyOf(text), now)
      expect(await listSigningKeys(db, now)).toMatchObject([{ kid: keyOf(text).kid, seed: null }])
    })

    test('expired ones are not listed, and deleted by the daily job', async () => {
      await addFirstSigningKey(db, seed(), now)
      await retireSigningKeys(db, now)
      const end = neededUntil(now)
      expect(await kids(new Date(end.getTime() - 1))).toHaveLength(1)
      expect(await kids(end)).toEqual([])
      expect(await dropExpiredSigningKeys(db, new Date(end.getTime() - 1))).toBe(0)
      expect(await dropExpiredSigningKeys(db, end)).toBe(1)
    })

    test('two processes that start at once keep the same secret', async () => {
      const secrets = await Promise.all([seed(), seed()].map((text) => getOrCreateSecret(db, 'root', text)))
      expect(new Set(secrets).size).toBe(1)
      expect(await getOrCreateSecret(db, 'root', seed())).toBe(secrets[0])
    })
  })
})
