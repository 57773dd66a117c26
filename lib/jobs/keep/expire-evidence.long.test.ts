import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../store/database'
import { onDatabase } from '../../store/test-databases'
import { expireEvidence } from './expire-evidence'
import { openEvidence, RETENTION, ROUND_AT } from './test-evidence'

onDatabase(({ db }) => {
  const { record, begin, state } = openEvidence(db)
  beforeAll(record)

  test('killed after any number of statements and run again, it gives the same result', async () => {
    await begin()
    await expireEvidence(db, () => ROUND_AT, RETENTION)
    const wanted = await state()
    let kills = 0
    for (let statements = 1; ; statements += 7) {
      await begin()
      const finished = await expireEvidence(killedAfter(db, statements), () => ROUND_AT, RETENTION).then(
        () => true,
        () => false,
      )
      if (finished) break
      kills += 1
      // By then the lease of the killed run has expired.
      await expireEvidence(db, () => new Date(ROUND_AT.getTime() + 61_000), RETENTION)
      expect(await state(), `killed after ${statements} statements`).toEqual(wanted)
    }
    expect(kills).toBeGreaterThan(15)
  }, 180_000)
})

/** A database whose connection breaks after so many statements, as when the process is killed. */
function killedAfter(db: Database, statements: number): Database {
  const count = { left: statements }
  const wrap = (inner: Database): Database =>
    new Proxy(inner, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        if (name === 'transaction') {
          return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(wrap(tx)))
        }
        return (...given: unknown[]) => {
          count.left -= 1
          if (count.left < 0) throw new Error('killed')
          return found.apply(target, given)
        }
      },
    })
  return wrap(db)
}
