import { type Interval, tallyIntervals } from 'assay-verify/history/interval'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import type { Observation } from 'assay-verify/state/observation'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Uptime, uptimeFrom, WINDOW_HOURS } from '../../core/history/uptime'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import type { Database } from '../../store/database'
import { listServerStates, recordObservations, recordServerStates } from '../../store/evidence/evidence'
import { listIntervals, recordIntervals } from '../../store/evidence/intervals'
import { setMaintenance } from '../../store/evidence/maintenance'
import { recordConnectivity } from '../../store/evidence/monitoring-gaps'
import { listPartitionDays, makeObservationPartitions } from '../../store/evidence/partitions'
import { hourlyRollupsRead } from '../../store/evidence/rollups'
import { readAlone } from '../../store/read-together'
import { streamable, testServer, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { reassessAll } from '../reassess'
import { expireEvidence } from './expire-evidence'

const START = Date.UTC(2026, 0, 1)
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
const DAYS = 365
const at = (second: number) => new Date(START + second * 1000)

/** A time span, in seconds from the beginning of the year. */
type Stretch = readonly [from: number, to: number]
const within = (second: number, stretches: readonly Stretch[]) =>
  stretches.some(([from, to]) => from <= second && second < to)

/**
 * What really happened: outages of all lengths, some across midnight, the longest a week, and moments in which a single
 * probe fails.
 */
const OUTAGES: readonly Stretch[] = [
  ...Array.from({ length: 60 }, (_, i) => {
    const from = 3 * DAY + i * 6 * DAY + ((i * 7919) % DAY)
    return [from, from + 15 * MINUTE + ((i * i * 977) % (9 * HOUR))] as const
  }),
  [200 * DAY, 207 * DAY],
  [362 * DAY + 23 * HOUR, 363 * DAY + HOUR],
]
const TRANSIENT_FAILURES: readonly Stretch[] = Array.from({ length: 90 }, (_, i) => {
  const from = DAY + i * 4 * DAY + 15 * MINUTE * ((i * 31) % 96)
  return [from - 5, from + 15] as const
})
/** Lost connectivity: minutes, hours, and once during an outage of the server. */
const CONNECTIVITY_LOST: readonly Stretch[] = [
  [50 * DAY + 1234, 50 * DAY + 1234 + 40 * MINUTE],
  [201 * DAY, 201 * DAY + 9 * HOUR],
  [340 * DAY + 777, 340 * DAY + 777 + 100 * MINUTE],
  [363 * DAY + 12 * HOUR + 1, 363 * DAY + 13 * HOUR],
]
const MAINTENANCE: readonly Stretch[] = [
  [100 * DAY, 101 * DAY],
  [205 * DAY + 5, 208 * DAY + 5],
  [361 * DAY + 2 * HOUR, 361 * DAY + 4 * HOUR],
]
/** The process did not run: for long, and so briefly that the state continues. */
const SILENCES: readonly Stretch[] = [
  [150 * DAY + 333, 153 * DAY],
  [355 * DAY, 355 * DAY + 5 * HOUR],
  [359 * DAY + HOUR, 359 * DAY + 2 * HOUR],
]

const [UNKNOWN, UP, DOWN] = [0, 1, 2]

/**
 * The state in every second of the year, by the rule itself: a state lasts until the next probe, for two hours at most.
 */
class Truth {
  readonly #seconds = new Uint8Array((DAYS + 1) * DAY)
  #last: number | null = null

  probe(second: number, isDown: boolean): void {
    if (this.#last !== null && second - this.#last <= 2 * HOUR) this.#seconds.fill(this.#state, this.#last, second)
    this.#last = second
    this.#state = isDown ? DOWN : UP
  }
  #state = UNKNOWN

  count(from: number, to: number): { up: number; down: number } {
    const begin = Math.max(0, from)
    const left = this.#seconds.slice(begin, to)
    for (const [a, b] of [...CONNECTIVITY_LOST, ...MAINTENANCE])
      left.fill(UNKNOWN, Math.max(0, a - begin), Math.max(0, b - begin))
    return left.reduce(
      (sum, state) => {
        if (state === UP) sum.up += 1
        if (state === DOWN) sum.down += 1
        return sum
      },
      { up: 0, down: 0 },
    )
  }
}

describe('a year of evidence', () => {
  onDatabase(({ db }) => {
    let key = 0
    beforeAll(async () => {
      const server = testServer('y/one', { remotes: [streamable('https://one.example/mcp')] })
      await recordServers(db, { source: 'file', precedence: 1 }, [server], at(0), uncategorized)
      key = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
      await makeObservationPartitions(db, at(0))
    })

    test('uptime is right to the second all year long, through roll-up and retention', async () => {
      const truth = new Truth()
      const run = new WatchedYear(truth)
      for (let day = 0; day < DAYS; day += 1) {
        for (const [from, to] of MAINTENANCE) {
          if (Math.floor(from / DAY) === day + 1)
            await setMaintenance(db, key, { from: at(from), to: at(to) }, at(day * DAY))
        }
        const { observations, intervals } = run.day(day)
        await recordObservations(
          db,
          observations.map((observation) => ({ serverKey: key, observation })),
        )
        await recordIntervals(
          db,
          intervals.map((interval) => ({ serverKey: key, ...interval })),
        )
        await reportConnectivity(db, day)
        await expireEvidence(db, () => at((day + 1) * DAY + 3 * HOUR))
        if (day % 20 === 14 || day > DAYS - 12) await compare(truth, run.lastProbe)
      }
      expect((await listPartitionDays(db, 'observations')).length).toBeLessThan(14 + 1 + 8 + 1)
      const hourly = await readAlone(db, hourlyRollupsRead(key, at(0)))
      expect(hourly.length).toBeGreaterThanOrEqual(35)
      expect(hourly.length).toBeLessThanOrEqual(42)
      await compareStored(truth, run)
    }, 240_000)

    const compare = async (truth: Truth, lastProbe: number) => {
      const now = at(lastProbe)
      const since = new Date(now.getTime() - WINDOW_HOURS['90d'] * HOUR * 1000)
      const found = (await listIntervals(db, [key], since)).get(key) ?? []
      for (const hours of Object.values(WINDOW_HOURS)) {
        const { upMs, downMs } = tallyIntervals(found, now.getTime() - hours * HOUR * 1000, now.getTime())
        const seconds = { up: upMs / 1000, down: downMs / 1000 }
        expect(seconds, `${hours} hours before ${now.toISOString()}`).toEqual(
          truth.count(lastProbe - hours * HOUR, lastProbe),
        )
      }
      return uptimeFrom(found, at(0), now)
    }

    /** The same for the stored uptime, which the reassessment writes. */
    const compareStored = async (truth: Truth, { serverState, lastProbe }: WatchedYear) => {
      if (serverState === null) throw new Error('a year without a probe')
      const now = at(lastProbe)
      const none = uptimeFrom([], null, now)
      const row = {
        serverKey: key,
        serverState,
        uptime: none,
        scoreFacts: EMPTY_SCORE_FACTS,
        verdict: 'unknown' as const,
      }
      await recordServerStates(db, [{ ...row, asOf: now, staleAfter: now }])
      expect(await reassessAll(db, () => now, { quietSince: now })).toMatchObject({ servers: 0 })
      expect(await reassessAll(db, () => now, { quietSince: null })).toMatchObject({ servers: 1, ratings: 1 })
      const state = (await listServerStates(db, [key])).get(key)
      expect(state?.uptime).toEqual(await compare(truth, lastProbe))
      const month = truth.count(lastProbe - 30 * DAY, lastProbe)
      expect(ratioOf(state?.uptime, '30d')).toBeCloseTo(month.up / (month.up + month.down), 6)
      expect(state?.scoreFacts.downHours30d).toBeCloseTo(month.down / HOUR, 3)
      expect(await reassessAll(db, () => now, { quietSince: null })).toEqual({ servers: 1, ratings: 0 })
    }
  })
})

function ratioOf(uptime: Uptime | undefined, window: keyof typeof WINDOW_HOURS): number {
  return uptime?.[window].ratio ?? Number.NaN
}

/** Records the connectivity checks of this day. */
async function reportConnectivity(db: Database, day: number): Promise<void> {
  for (const [from, to] of CONNECTIVITY_LOST) {
    if (Math.floor(from / DAY) !== day) continue
    const check = (second: number, works: boolean) =>
      recordConnectivity(db, { vantage: 'test', works, askedAt: at(second), workedAt: null })
    await check(from, true)
    for (let second = from + 60; second < to; second += 900) await check(second, false)
    await check(to, true)
  }
}

/** Probes the server every quarter of an hour, and again every twenty seconds while a recheck is needed. */
class WatchedYear {
  serverState: ServerState | null = null
  lastProbe = 0
  readonly #truth: Truth

  constructor(truth: Truth) {
    this.#truth = truth
  }

  day(day: number): { observations: Observation[]; intervals: Interval[] } {
    const observations: Observation[] = []
    const intervals: Interval[] = []
    for (let planned = day * DAY; planned < (day + 1) * DAY; planned += 15 * MINUTE) {
      if (within(planned, SILENCES)) continue
      for (let second = planned, again = true; again && !within(second, CONNECTIVITY_LOST); second += 20) {
        const isDown = within(second, OUTAGES)
        const failed = isDown || within(second, TRANSIENT_FAILURES)
        const observation: Observation = {
          observedAt: at(second),
          reason: failed ? 'timed_out' : 'answered',
          latencyMs: failed ? null : 200 + (second % 500),
          httpStatus: null,
          vantage: 'test',
        }
        const step = updateServerState(this.serverState, observation)
        again = needsRecheck(this.serverState, step.serverState)
        this.serverState = step.serverState
        this.lastProbe = second
        this.#truth.probe(second, isDown)
        observations.push(observation)
        intervals.push(...step.intervals)
      }
    }
    return { observations, intervals }
  }
}
