import { describe, expect, test } from 'vitest'
import { findReport } from '../../store/accuracy/ecosystem'
import { recordServers } from '../../store/catalog/catalog'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../../store/test-databases'
import { refreshReport } from './refresh-report'

describe('the report', () => {
  onDatabase(({ db }) => {
    let minutes = 0
    const clock = () => new Date(TEST_EPOCH.getTime() + minutes * 60_000)

    test('is made by one of several processes, is dated, and is made again once it is old', async () => {
      expect(await findReport(db)).toBeUndefined()
      const reports = await Promise.all([1, 2, 3].map(() => refreshReport(db, clock)))
      expect(reports.filter(({ made }) => made)).toHaveLength(1)
      expect(await findReport(db)).toMatchObject({ builtAt: clock(), facts: { tools: 0, counts: { servers: 0 } } })

      const server = testServer('p/one', { tools: [testTool('a'), testTool('b')] })
      await recordServers(db, { source: 'file', precedence: 1 }, [server], clock(), uncategorized)
      expect(await refreshReport(db, clock), 'young').toEqual({ made: false })
      minutes = 1
      expect(await refreshReport(db, clock)).toEqual({ made: true })
      expect(await findReport(db)).toMatchObject({
        builtAt: clock(),
        facts: { tools: 2, counts: { servers: 1 }, categories: [{ slug: 'other', tracked: 2, healthy: 0 }] },
      })
    })
  })
})
