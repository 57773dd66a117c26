import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TEST_DRIVERS } from './test-databases'

test('a long transaction on the embedded database leaves turns of the event loop to other work', async () => {
  const { db, close } = await TEST_DRIVERS[0].open()
  let turns = 0
  let next: NodeJS.Immediate
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  try {
    const turnsWithin = await db.transaction(async (tx) => {
      next = setImmediate(count)
      for (let statement = 0; statement < 20; statement += 1) {
        await tx.execute(sql`SELECT count(*) FROM generate_series(1, 200000)`)
      }
      clearImmediate(next)
      return turns
    })
    expect(turnsWithin).toBeGreaterThan(3)
  } finally {
    await close()
  }
})
