import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database'
import { keyRevisions } from '../keys/keys-schema'
import { onDatabase } from '../test-databases'
import { countKeyChange, openKeyRevisions } from './key-revisions'

describe('revisions of keys', () => {
  onDatabase(({ db }) => {
    let at = 0
    let reads = 0
    const counting: Database = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') reads += 1
        return Reflect.get(target, name)
      },
    })
    beforeEach(async () => {
      await db.delete(keyRevisions)
      at = 10_000
      reads = 0
    })
    const open = () => openKeyRevisions(counting, () => at)

    test('a change in another process is seen by the first call a second later', async () => {
      const revisions = open()
      expect(await revisions.current()).toEqual({ api_keys: 0, signing_keys: 0 })
      await countKeyChange(db, 'api_keys')
      await countKeyChange(db, 'api_keys')
      at += 499
      expect(revisions.current()).toEqual({ api_keys: 0, signing_keys: 0 })
      at += 501
      expect(await revisions.current()).toEqual({ api_keys: 2, signing_keys: 0 })
    })

    test('calls within half a second read nothing, and later ones go on while one of them reads', async () => {
      const revisions = open()
      await revisions.current()
      for (let call = 0; call < 1000; call += 1) expect(revisions.current()).not.toBeInstanceOf(Promise)
      expect(reads).toBe(1)
      await countKeyChange(db, 'signing_keys')
      at += 700
      for (let call = 0; call < 1000; call += 1) expect(revisions.current()).toMatchObject({ signing_keys: 0 })
      expect(reads).toBe(2)
      await expect.poll(() => revisions.current()).toMatchObject({ signing_keys: 1 })
    })

    test('without callers nothing is read', async () => {
      const revisions = open()
      await revisions.current()
      at += 3_600_000
      expect(reads).toBe(1)
      await Promise.all(Array.from({ length: 50 }, () => revisions.current()))
      expect(reads).toBe(2)
    })

    test('a change that is rolled back is not counted', async () => {
      const rolledBack = db.transaction(async (tx) => {
        await countKeyChange(tx, 'api_keys')
        throw new Error('rolled back')
      })
      await expect(rolledBack).rejects.toThrow('rolled back')
      expect(await open().current()).toMatchObject({ api_keys: 0 })
    })

    test('a database out of reach leaves the last ones in use, and nobody waits for it twice', async () => {
      let isGone = false
      const gone: Database = new Proxy(db, {
        get: (target, name) => {
          if (name === 'select' && isGone) throw new Error('no connection')
          return Reflect.get(target, name)
        },
      })
      await countKeyChange(db, 'api_keys')
      const revisions = openKeyRevisions(gone, () => at)
      expect(await revisions.current()).toMatchObject({ api_keys: 1 })
      isGone = true
      at += 2000
      expect(await revisions.current()).toMatchObject({ api_keys: 1 })
      expect(revisions.isFailing()).toBe(true)
      at += 2000
      expect(revisions.current()).toMatchObject({ api_keys: 1 })
      isGone = false
      const isFailingAtNextCall = () => {
        at += 1000
        void revisions.current()
        return revisions.isFailing()
      }
      await expect.poll(isFailingAtNextCall).toBe(false)
    })
  })
})
