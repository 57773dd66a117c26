import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { leases } from '../../store/leases-schema'
import { onDatabase } from '../../store/test-databases'
import { openPublisherLease, type PublisherLease } from './publisher-lease'

describe('the turn to publish', () => {
  onDatabase(({ db }) => {
    const opened: PublisherLease[] = []
    const log: string[] = []
    const open = async () => {
      const lease = await openPublisherLease({ db, log: (line) => log.push(line) }, undefined, 20)
      opened.push(lease)
      return lease
    }
    afterEach(async () => {
      for (const lease of opened.splice(0)) await lease.close()
      log.length = 0
    })

    test('one of two processes has it, and the other one once that has given it back', async () => {
      const [one, two] = [await open(), await open()]
      expect([one.isHeld(), two.isHeld()]).toEqual([true, false])
      await one.close()
      expect(one.isHeld()).toBe(false)
      await expect.poll(() => two.isHeld()).toBe(true)
      expect(log).toEqual(['This process publishes now.', 'This process publishes now.'])
    })

    test('a process that another one has taken it from does not go on', async () => {
      const one = await open()
      await db.update(leases).set({ holder: 'another' }).where(eq(leases.name, 'publisher'))
      await expect.poll(() => one.isHeld()).toBe(false)
      await db.execute(sql`UPDATE leases SET lease_until = now() - interval '1 second' WHERE name = 'publisher'`)
      await expect.poll(() => one.isHeld()).toBe(true)
    })
  })
})
