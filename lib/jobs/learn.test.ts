import { FORECAST_WEIGHTS } from 'assay-verify/forecast/forecast-model'
import type { Interval } from 'assay-verify/history/interval'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../training/random'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { recordIntervals } from '../store/evidence/intervals'
import { scheduleServers } from '../store/evidence/scheduled-targets'
import { findForecastWeights } from '../store/ratings/forecast-weights'
import { streamable, targetingBy, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { type LearningRules, learnForecast } from './learn'

const HOUR_MS = 3_600_000
const DAYS = 45
const SERVERS = 24
const RULES: LearningRules = { mostServers: 100, leastDays: 30, mostDays: 60, leastOutages: 20 }
const now = new Date(TEST_EPOCH.getTime() + DAYS * 24 * HOUR_MS)
const clock = () => now

/**
 * Unlike the data of the shipped weights: every server is down for four hours of twelve on average, whatever its
 * history.
 */
function unstable(serverKey: number): ({ serverKey: number } & Interval)[] {
  const random = randomFrom(serverKey)
  const rows: ({ serverKey: number } & Interval)[] = []
  let at = TEST_EPOCH.getTime()
  for (let up = true; at < now.getTime(); up = !up) {
    const to = Math.min(now.getTime(), at + (-Math.log(1 - random()) * (up ? 8 : 4) + 0.1) * HOUR_MS)
    rows.push({ serverKey, from: new Date(at), to: new Date(to), state: up ? 'up' : 'down' })
    at = to
  }
  return rows
}

describe('learning the forecast', () => {
  onDatabase(({ db }) => {
    test('with too little evidence the shipped weights stay', async () => {
      expect(await learnForecast(db, clock, RULES)).toMatchObject({ learnt: null, why: 'too little evidence' })
      expect(await findForecastWeights(db)).toBeUndefined()
    })

    test('weights that do better on held-out hosts are used, others are not', async () => {
      const catalog = Array.from({ length: SERVERS }, (_, index) =>
        testServer(`p/${index}`, { remotes: [streamable(`https://h${index}.example/mcp`)] }),
      )
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, TEST_EPOCH, uncategorized)
      await scheduleServers(db, targetingBy('streamable-http'), 'changed', SERVERS, TEST_EPOCH)
      const keys = await db.select({ key: servers.key }).from(servers)
      for (const { key } of keys) await recordIntervals(db, unstable(key))

      const first = await learnForecast(db, clock, RULES)
      expect(first).toMatchObject({ servers: SERVERS, why: 'better' })
      const learnt = await findForecastWeights(db)
      expect(learnt?.version).toBe(first?.learnt)
      expect(learnt).not.toEqual(FORECAST_WEIGHTS)
      expect(await learnForecast(db, clock, RULES)).toMatchObject({ learnt: null, why: 'no better' })
    })
  })
})
