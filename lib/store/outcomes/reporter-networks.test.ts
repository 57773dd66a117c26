import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { beforeEach, describe, expect, test } from 'vitest'
import { OUTCOME_DAYS } from '../../core/retention'
import { onDatabase } from '../test-databases'
import { addLatencies, dropOldLatencies, listReportedLatencies } from './outcome-latencies'
import { eraseReporters, openReporter } from './outcomes'
import { dropOldNetworks, numberNetworks, recordNetworks } from './reporter-networks'
import { outcomeLatencies, reporterNetworks, reporters } from './usage-schema'

const now = new Date('2026-11-20T12:30:00Z')
const DAY = Math.floor(now.getTime() / DAY_MS)
const daysOn = (days: number) => new Date(now.getTime() + days * DAY_MS)

describe('what is kept of networks and latencies', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      for (const table of [reporterNetworks, outcomeLatencies, reporters]) await db.delete(table)
    })
    const keys = async (count: number) => {
      const made: number[] = []
      for (let n = 0; n < count; n += 1) made.push(await openReporter(db, now))
      return made as [number, ...number[]]
    }
    const stored = async () =>
      (await db.select().from(reporterNetworks).orderBy(reporterNetworks.day, reporterNetworks.reporterKey)).map(
        ({ day, network }) => [day - DAY, network],
      )

    test('is the first network of a reporter on a day', async () => {
      const [one] = await keys(1)
      await recordNetworks(db, new Map([[one, -77]]), now)
      await recordNetworks(db, new Map([[one, 88]]), now)
      await recordNetworks(db, new Map([[one, 88]]), daysOn(1))
      expect(await stored()).toEqual([
        [0, -77],
        [1, 88],
      ])
    })

    test('is nothing of a reporter that was erased, before or since', async () => {
      const [one, other = 0] = await keys(2)
      await eraseReporters(db, [one])
      await recordNetworks(db, new Map([one, other].map((key) => [key, 5])), now)
      await eraseReporters(db, [other])
      expect(await stored()).toEqual([])
    })

    test('becomes a number when the day is over, the same for reporters of one network', async () => {
      const made = await keys(4)
      const hashes = [2_000_000_000, -5, 2_000_000_000, 17]
      await recordNetworks(db, new Map(made.map((key, n) => [key, hashes[n] ?? 0])), now)
      const midnight = new Date((DAY + 1) * DAY_MS)
      await numberNetworks(db, new Date(midnight.getTime() + HOUR_MS - 1))
      expect((await stored()).map(([, network]) => network)).toEqual(hashes)
      for (let runs = 0; runs < 2; runs += 1) {
        await numberNetworks(db, new Date(midnight.getTime() + HOUR_MS))
        expect((await stored()).map(([, network]) => network)).toEqual([3, 1, 3, 2])
      }
    })

    test('is deleted with the outcomes of the day', async () => {
      const [one] = await keys(1)
      await recordNetworks(db, new Map([[one, 1]]), now)
      await addLatencies(db, DAY, new Map([['a/b', [1]]]))
      await dropOldNetworks(db, daysOn(OUTCOME_DAYS))
      expect(await dropOldLatencies(db, daysOn(OUTCOME_DAYS))).toBe(0)
      expect(await stored()).toHaveLength(1)
      await dropOldNetworks(db, daysOn(OUTCOME_DAYS + 1))
      expect(await dropOldLatencies(db, daysOn(OUTCOME_DAYS + 1))).toBe(1)
      expect(await stored()).toEqual([])
    })

    test('latencies add up by tool and day, bin by bin, whatever tools are called', async () => {
      const odd = 'a/b"\\{,}'
      await addLatencies(db, DAY, new Map([[odd, [1, 0, 2]]]))
      await addLatencies(db, DAY, new Map([[odd, [5]]]))
      await addLatencies(db, DAY, new Map([[odd, [0, 1, 1, 7]]]))
      await addLatencies(db, DAY + 1, new Map([[odd, [2_147_483_647]]]))
      await addLatencies(db, DAY + 1, new Map([[odd, [9]]]))
      const found = await listReportedLatencies(db, [odd, 'a/c'], now)
      expect(found.get(odd)).toEqual([[6, 1, 3, 7], [2_147_483_647]])
      expect(found.size).toBe(1)
    })
  })
})
