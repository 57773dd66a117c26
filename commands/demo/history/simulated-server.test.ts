import { DAY_MS, HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { addLatency, isSlow, NO_LATENCY } from 'assay-verify/state/latency-summary'
import { expect, test } from 'vitest'
import { NOTHING_FOUND } from '../../../lib/probers/prober'
import type { ClaimedTarget } from '../../../lib/store/evidence/schedule'
import { behaviourOf, versionAt, type World } from '../world/behaviour'
import { DEMO_SERVERS } from '../world/demo-servers'
import { seededChance } from '../world/seeded-chance'
import type { ProbeTemplates } from './probe-templates'
import { SimulatedServer } from './simulated-server'

const PRESENT = new Date('2026-09-20T12:00:00Z')
const OTHER_PRESENT = new Date('2026-10-03T12:00:00Z')

const worldOf = (seed: number, madeAt = PRESENT): World => ({
  servers: DEMO_SERVERS,
  madeAt,
  chance: seededChance(seed),
})

const templates: ProbeTemplates = new Map(
  DEMO_SERVERS.flatMap(({ versions }) =>
    versions.map((version) => {
      const observation = {
        observedAt: PRESENT,
        reason: 'answered',
        latencyMs: 1,
        httpStatus: 200,
        vantage: 'local',
      } as const
      return [version, { ...NOTHING_FOUND, reason: 'answered', observation }] as const
    }),
  ),
)

/** The last days of a server, as minutes to the present, reasons and latencies. */
function historyOf(name: string, world: World, days: number) {
  const server = world.servers.find(({ id }) => id.includes(name))
  if (server === undefined) throw new Error(`no server ${name}`)
  const from = new Date(world.madeAt.getTime() - days * DAY_MS)
  const claimed = { serverKey: 1, targetNo: 0, state: null } as unknown as ClaimedTarget
  const simulated = new SimulatedServer(server, world, claimed, templates, from)
  while (simulated.nextAt < world.madeAt.getTime()) simulated.probe()
  return simulated.waiting.map(({ probe: { observation } }) => ({
    minutes: Math.round((observation.observedAt.getTime() - world.madeAt.getTime()) / 60_000),
    reason: observation.reason,
    latencyMs: observation.latencyMs,
  }))
}

test('a seed makes the same history again, on whatever day, and another seed another one', () => {
  const history = historyOf('tidewater', worldOf(15), 60)
  expect(history.length).toBeGreaterThan(1800)
  expect(new Set(history.map(({ reason }) => reason)).size).toBeGreaterThan(1)
  expect(historyOf('tidewater', worldOf(15), 60)).toEqual(history)
  const reasons = (world: World) => historyOf('tidewater', world, 60).map(({ minutes, reason }) => [minutes, reason])
  expect(reasons(worldOf(15, OTHER_PRESENT))).toEqual(reasons(worldOf(15)))
  expect(historyOf('tidewater', worldOf(16), 60)).not.toEqual(history)
})

test('servers fail, slow down and change when their events say so', () => {
  const world = worldOf(15)
  const at = (name: string, hoursAgo: number) => {
    const server = DEMO_SERVERS.find(({ id }) => id.includes(name))
    if (server === undefined) throw new Error(`no server ${name}`)
    const moment = new Date(PRESENT.getTime() - hoursAgo * HOUR_MS)
    return { ...behaviourOf(server, world, moment), tools: versionAt(server, world, moment).tools.length }
  }
  expect([at('ghostpier', 0), at('ghostpier', 25 * 24)].map(({ failure }) => failure)).toEqual([
    'not_found',
    'not_found',
  ])
  expect(at('lantern', 700).failure).toBeNull()
  expect(at('riverbed', 1).latencyMs).toBeGreaterThan(2 * at('riverbed', 24).latencyMs)
  expect([at('pigeonhole', 72).tools, at('pigeonhole', 1).tools]).toEqual([3, 2])
  // Down for the last five of every sixteen minutes.
  const minutes = Array.from({ length: 16 }, (_, minute) => at('beacon', (16 - minute) / 60).failure)
  expect(minutes.filter((failure) => failure !== null).length).toBeGreaterThanOrEqual(5)
  expect(at('beacon', 0).failure).toBeNull()
})

test('the slow server is slow at the present, and for the hours that it is served', () => {
  const world = worldOf(15)
  const server = DEMO_SERVERS.find(({ id }) => id.includes('riverbed'))
  if (server === undefined) throw new Error('no slow server')
  const served = Array.from({ length: 180 }, (_, minutes) => {
    const { failure, latencyMs } = behaviourOf(server, world, new Date(PRESENT.getTime() + minutes * MINUTE_MS))
    return { minutes, latencyMs: failure === null ? latencyMs : null }
  })
  let [latency, slow] = [NO_LATENCY, false]
  const usual: number[] = []
  for (const { minutes, latencyMs } of [...historyOf('riverbed', world, 20), ...served]) {
    latency = addLatency(latency, latencyMs, PRESENT.getTime() + minutes * MINUTE_MS)
    slow = isSlow(latency, slow)
    if (minutes > -60 && !slow) usual.push(minutes)
  }
  expect(usual).toEqual([])
})

test('servers of one host share its outages', () => {
  const world = worldOf(15)
  const [one, other] = DEMO_SERVERS.filter(({ host }) => host === 'harbor.example')
  if (one === undefined || other === undefined) throw new Error('the host has two servers')
  let failures = 0
  for (let hour = 0; hour < 90 * 24; hour += 0.25) {
    const moment = new Date(PRESENT.getTime() - hour * HOUR_MS)
    const failure = behaviourOf(one, world, moment).failure
    expect(behaviourOf(other, world, moment).failure).toBe(failure)
    if (failure !== null) failures += 1
  }
  expect(failures).toBeGreaterThan(0)
})
