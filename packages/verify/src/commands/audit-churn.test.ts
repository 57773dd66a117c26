import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reassessAll } from '../../../../lib/jobs/reassess'
import { setMaintenance } from '../../../../lib/store/evidence/maintenance'
import { recordConnectivity } from '../../../../lib/store/evidence/monitoring-gaps'
import { openTestWorld, type TestWorld } from './audit/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(new Date('2026-11-20T00:00:00Z'))
}, 120_000)
afterAll(() => world.close())

const findings = async () => (await world.audit()).lines.filter((line) => line.startsWith('FOUND'))
const outage = async (id: string, probes: number, targetNo = 0) => {
  for (let probe = 0; probe < probes; probe += 1) await world.probe(id, 6, 'connect_failed', { targetNo })
}
const up = async (id: string, probes: number, targetNo = 0) => {
  for (let probe = 0; probe < probes; probe += 1) await world.probe(id, 6, 'answered', { targetNo })
}

test('an honest service with churn agrees: gaps, maintenance, several targets, late probes, a silence', async () => {
  await up('w/flaky', 3)
  await outage('w/flaky', 4)
  await world.publish()
  // A monitoring gap within the outage.
  const lostAt = world.now()
  const report = { vantage: 'test', askedAt: lostAt, workedAt: new Date(lostAt.getTime() - 600_000) }
  await recordConnectivity(world.db, { ...report, works: false })
  await outage('w/flaky', 2)
  await recordConnectivity(world.db, { ...report, askedAt: world.now(), workedAt: world.now(), works: true })
  await outage('w/flaky', 2)
  await world.publish()
  expect(await findings()).toEqual([])
  // Maintenance within an outage.
  const from = world.now()
  const window = { from, to: new Date(from.getTime() + 3_600_000) }
  await setMaintenance(world.db, await world.keyOf('w/flaky'), window, from)
  await outage('w/flaky', 2)
  await up('w/flaky', 3)
  await world.publish()
  expect(await findings()).toEqual([])
  // A second target that is down while the first is up, and then both.
  await world.db.execute(sql`INSERT INTO probe_targets (server_key, target_no, prober, evidence, kind, url, position, network, host, due_at)
    SELECT server_key, 1, prober, evidence, kind, 'https://two.example/mcp', 1, network, 'two.example', due_at FROM probe_targets WHERE server_key = ${await world.keyOf('w/lazy')}`)
  await up('w/lazy', 2)
  await up('w/lazy', 2, 1)
  await outage('w/lazy', 4, 1)
  await up('w/lazy', 1)
  await outage('w/lazy', 4)
  await world.publish()
  expect(await findings()).toEqual([])
  await up('w/lazy', 3, 1)
  // A probe that arrives late, and a silence of two days.
  await world.probe('w/lazy', 1, 'connect_failed', { lateMinutes: 30 })
  await world.publish()
  await world.probe('w/flaky', 30 * 60, 'answered')
  await up('w/flaky', 3)
  await reassessAll(world.db, world.now, { quietSince: null })
  await world.publish()
  expect(await findings()).toEqual([])
  expect((await world.audit()).code).toBe(0)
}, 240_000)
