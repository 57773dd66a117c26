import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProbeReason } from 'assay-verify/state/observation'
import { probe as probeAtSecond, probes as someProbes, watch } from 'assay-verify/state/test-observations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { targetAt } from '../store/test-catalog'
import { type ConnectivityQuery, openConnectivity } from './connectivity'
import { ConnectivityCheck, type SuspectProbe, wasFailing } from './connectivity-check'

const NOW = new Date('2026-11-01T12:00:00Z')
const secondsOn = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('a batch of probe results', () => {
  let queries: ConnectivityQuery[] = []
  let check: ConnectivityCheck
  let close: () => Promise<unknown>
  beforeEach(async () => {
    const canary = createServer((_request, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
    queries = []
    const connectivity = openConnectivity({
      canaryUrls: [url],
      userAgent: 'AssayTest/1',
      allowedOrigins: [url],
      log: () => undefined,
      record: async (query) => void queries.push(query),
    })
    check = new ConnectivityCheck(connectivity)
    expect(await connectivity.works(NOW)).toBe(true)
    queries = []
    close = () => new Promise((resolve) => canary.close(resolve).closeAllConnections())
  })
  afterEach(() => close().catch(() => undefined))

  const probe = (serverKey: number, reason: ProbeReason, more: Partial<SuspectProbe> = {}): SuspectProbe => {
    const observation = { observedAt: secondsOn(serverKey), reason, latencyMs: null, httpStatus: null, vantage: 'test' }
    return {
      serverKey,
      targetNo: 0,
      target: targetAt(`https://host-${serverKey}.example/mcp`),
      probe: { observation } as SuspectProbe['probe'],
      wasFailing: false,
      ...more,
    }
  }
  const batchOf = (...reasons: ProbeReason[]) => reasons.map((reason, i) => probe(i + 1, reason))
  const reasonsOf = async (batch: SuspectProbe[], at = 40) =>
    (await check.verified(batch, secondsOn(at))).map((entry) => entry.probe.observation.reason)

  test('half of which fail as without connectivity is dropped while no canary answers, and the gap begins at the last answer', async () => {
    await close()
    const batch = batchOf(
      'answered',
      'timed_out',
      'credentials_required',
      'dns_failed',
      'connect_failed',
      'server_error',
    )
    const verified = await check.verified(batch, secondsOn(40))
    expect(verified.map((entry) => entry.probe.observation.reason)).toEqual([
      'answered',
      'connectivity_lost',
      'credentials_required',
      'connectivity_lost',
      'connectivity_lost',
      'server_error',
    ])
    expect(verified[1]).toMatchObject({ serverKey: 2, isDueAtOnce: true })
    expect(verified[0]).toBe(batch[0])
    expect(queries).toEqual([{ works: false, askedAt: secondsOn(40), workedAt: secondsOn(3) }])
    expect(check.isLost).toBe(true)
  })

  test('stays as it is while a canary answers', async () => {
    expect(await reasonsOf(batchOf('timed_out', 'timed_out'))).toEqual(['timed_out', 'timed_out'])
    expect(queries).toMatchObject([{ works: true }])
    expect(check.isLost).toBe(false)
  })

  test('is taken as it is where few fail, or in other ways, or failing is usual', async () => {
    await close()
    for (const batch of [
      batchOf('answered', 'answered', 'timed_out'),
      batchOf('server_error', 'not_found', 'protocol_error'),
      [probe(1, 'timed_out', { wasFailing: true }), probe(2, 'dns_failed', { wasFailing: true })],
      [probe(1, 'timed_out', { target: targetAt('http://127.0.0.1:9/mcp') })],
    ]) {
      expect(await check.verified(batch, secondsOn(40))).toBe(batch)
    }
    expect(queries).toEqual([])
  })

  test('is dropped whatever its share while connectivity is known to be lost; results of servers on this machine count', async () => {
    await close()
    expect(await reasonsOf(batchOf('timed_out'))).toEqual(['connectivity_lost'])
    const usual = [probe(1, 'timed_out', { wasFailing: true })]
    expect(await reasonsOf(usual, 42)).toEqual(['connectivity_lost'])
    expect(queries, 'a check of two seconds ago is used again').toHaveLength(1)
    expect(await reasonsOf(usual, 46)).toEqual(['connectivity_lost'])
    expect(queries).toHaveLength(2)
    expect(await reasonsOf([probe(1, 'timed_out', { target: targetAt('http://127.0.0.1:9/mcp') })], 47)).toEqual([
      'timed_out',
    ])
  })
})

test('a server is known to fail when it is down, or has only failed so far', () => {
  expect(wasFailing(null)).toBe(false)
  expect(wasFailing(watch(someProbes(0, 5)).serverState)).toBe(false)
  expect(wasFailing(watch([...someProbes(0, 5), probeAtSecond(4600, 'timed_out')]).serverState)).toBe(false)
  expect(wasFailing(watch([...someProbes(0, 5), ...someProbes(4600, 5, 'timed_out', 20)]).serverState)).toBe(true)
  expect(wasFailing(watch([probeAtSecond(0, 'dns_failed')]).serverState)).toBe(true)
  expect(wasFailing(watch([probeAtSecond(0, 'answered')]).serverState)).toBe(false)
})
