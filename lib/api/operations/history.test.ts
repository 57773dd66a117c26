import { DAY_MS, HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import type { Observation } from 'assay-verify/state/observation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations'
import { rollUpHours } from '../../core/history/rollup'
import { breakages } from '../../store/breakages/breakages-schema'
import { listServerKeys } from '../../store/catalog/profiles'
import { recordObservations } from '../../store/evidence/evidence'
import { recordIntervals } from '../../store/evidence/intervals'
import { makeObservationPartitions, makePartitions } from '../../store/evidence/partitions'
import { recordServerDays } from '../../store/evidence/rollups'
import { testServer, testTool } from '../../store/test-catalog'
import { addTestTargets } from '../../store/test-targets'
import { openTestContext } from '../test-context'
import { history } from './history'

const NOW = new Date('2026-11-20T10:43:07.123Z')
const ID = 's/one'
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)
const today = Math.floor(NOW.getTime() / DAY_MS)

describe('history', () => {
  let world: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    const catalog = [testServer(ID, { tools: [testTool('a')] }), testServer('s/never')]
    world = await openTestContext(catalog, NOW)
    const { db } = world.context
    const serverKey = (await listServerKeys(db, [ID])).get(ID) ?? 0
    await addTestTargets(db, NOW)
    const interval = (state: 'up' | 'down', from: number, to: number) => ({
      serverKey,
      state,
      from: minutesAgo(from),
      to: minutesAgo(to),
    })
    await recordIntervals(db, [
      interval('up', 3000, 2000),
      interval('down', 2000, 1990),
      interval('up', 1990, 30),
      interval('down', 30, 28),
      interval('up', 28, 1),
    ])
    await makeObservationPartitions(db, minutesAgo(2 * 1440))
    await makePartitions(db, 'hourly_rollups', [today - 1])
    const seen = (minutes: number, latencyMs: number | null): Observation => ({
      observedAt: minutesAgo(minutes),
      reason: latencyMs === null ? 'connect_failed' : 'answered',
      httpStatus: null,
      latencyMs,
      vantage: 'here',
    })
    const observed = [seen(90, 150), seen(75, 160), seen(29, null), seen(1, 168)]
    await recordObservations(
      db,
      observed.map((observation) => ({ serverKey, observation })),
    )
    const yesterday = new Date((today - 1) * DAY_MS)
    const probe = { at: new Date(yesterday.getTime() + 20 * HOUR_MS), reason: 'answered' as const, latencyMs: 700 }
    await recordServerDays(db, today - 1, new Map([[serverKey, rollUpHours([probe], yesterday)]]), {
      before: undefined,
      after: { day: today - 1, serverKey: 0 },
    })
    await db.insert(breakages).values({
      serverKey,
      kind: 'down',
      severity: 'major',
      openedAt: minutesAgo(2000),
      lastSeenAt: minutesAgo(1990),
      closedAt: minutesAgo(1990),
      evidence: [
        { code: 'timed_out', text: 'It did not answer within the time allowed.', at: minutesAgo(1999).toISOString() },
      ],
    })
  })
  afterAll(() => world.close())

  test('is as its contract says, for the tool and for its server', async () => {
    const answer = await history({ toolId: `${ID}/a` }, world.context)
    expect(OPERATIONS.history.output.parse(answer)).toEqual(answer)
    expect(answer).toMatchObject({ toolId: `${ID}/a`, serverId: ID, asOf: '2026-11-20T10:43:00.000Z' })
    const { toolId: _tool, ...ofTool } = answer
    expect(await history({ toolId: ID }, world.context)).toMatchObject(ofTool)
  })

  test('has the days of which anything is known, up and down', async () => {
    const { days } = await history({ toolId: ID }, world.context)
    expect(days.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    expect(days.at(-1)).toMatchObject({ date: '2026-11-20', state: 'partial', downSeconds: 120 })
    expect(days.at(-2)).toMatchObject({ date: '2026-11-19', state: 'partial', downSeconds: 600 })
  })

  test('has latency from the roll-ups of whole days and from observations of today', async () => {
    const { latency } = await history({ toolId: ID }, world.context)
    expect(latency['24h'].points.map(({ at, answers }) => [at.slice(0, 13), answers])).toEqual([
      ['2026-11-19T20', 1],
      ['2026-11-20T09', 2],
      ['2026-11-20T10', 1],
    ])
    expect(latency['24h'].points.at(-1)?.at).toBe('2026-11-20T10:00:00.000Z')
    expect(latency['30d'].points.map(({ at, answers }) => [at.slice(0, 13), answers])).toEqual([
      ['2026-11-19T18', 1],
      ['2026-11-20T06', 3],
    ])
  })

  test('has outages with what probes found', async () => {
    const { outages } = await history({ toolId: ID }, world.context)
    expect(outages).toEqual([
      {
        from: minutesAgo(30).toISOString(),
        to: minutesAgo(28).toISOString(),
        downSeconds: 120,
        reason: { code: 'connect_failed', text: 'The connection was refused or broke.' },
      },
      {
        from: minutesAgo(2000).toISOString(),
        to: minutesAgo(1990).toISOString(),
        downSeconds: 600,
        reason: { code: 'timed_out', text: 'It did not answer within the time allowed.' },
      },
    ])
  })

  test('of a server that was never probed is empty', async () => {
    const { days, latency, outages } = await history({ toolId: 's/never' }, world.context)
    expect(days).toEqual([])
    expect(latency).toEqual({ '24h': { stepHours: 1, points: [] }, '30d': { stepHours: 6, points: [] } })
    expect(outages).toEqual([])
  })

  test('an unknown id is refused', async () => {
    await expect(history({ toolId: 's/nothing' }, world.context)).rejects.toMatchObject({ code: 'unknown_tool' })
  })
})
