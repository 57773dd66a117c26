import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProbeReason } from '../core/state/observation'
import { probe as probeAtSecond, probes as someProbes, watch } from '../core/state/test-observations'
import { targetAt } from '../store/test-catalog'
import { type ConnectivityQuery, openConnectivity } from './connectivity'
import { ConnectivityCheck, type SuspectProbe, wasFailing } from './connectivity-check'

const NOW = new Date('2026-11-01T12:00:00Z')
const secondsOn = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('a batch of looks', () => {
  let asked: ConnectivityQuery[] = []
  let doubt: ConnectivityCheck
  let line: ReturnType<typeof openConnectivity>
  let close: () => Promise<unknown>
  beforeEach(async () => {
    const canary = createServer((_request, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
    asked = []
    line = openConnectivity({
      canaryUrls: [url],
      userAgent: 'AssayTest/1',
      allowedOrigins: [url],
      log: () => undefined,
      record: async (asking) => void asked.push(asking),
    })
    doubt = new ConnectivityCheck(line)
    expect(await line.works(NOW)).toBe(true)
    asked = []
    close = () => new Promise((resolve) => canary.close(resolve).closeAllConnections())
  })
  afterEach(() => close().catch(() => undefined))

  const probe = (serverKey: number, reason: ProbeReason, more: Partial<SuspectProbe> = {}): SuspectProbe => {
    const observation = { observedAt: secondsOn(serverKey), reason, latencyMs: null, httpStatus: null, vantage: 'test' }
    return {
      serverKey,
      target: targetAt(`https://host-${serverKey}.example/mcp`),
      probe: { observation } as SuspectProbe['probe'],
      nextDueAt: secondsOn(900),
      isRecheck: true,
      wasFailing: false,
      ...more,
    }
  }
  const batchOf = (...reasons: ProbeReason[]) => reasons.map((reason, i) => probe(i + 1, reason))
  const told = async (batch: SuspectProbe[], at = 40) =>
    (await doubt.cleared(batch, secondsOn(at))).map((entry) => entry.probe.observation.reason)

  test('that fails by half as without a line is dropped while no canary answers, and the gap begins at the last answer', async () => {
    await close()
    const batch = batchOf(
      'answered',
      'timed_out',
      'credentials_required',
      'dns_failed',
      'connect_failed',
      'server_error',
    )
    const cleared = await doubt.cleared(batch, secondsOn(40))
    expect(cleared.map((entry) => entry.probe.observation.reason)).toEqual([
      'answered',
      'connectivity_lost',
      'credentials_required',
      'connectivity_lost',
      'connectivity_lost',
      'server_error',
    ])
    expect(cleared[1]).toMatchObject({ serverKey: 2, nextDueAt: secondsOn(40), isRecheck: false })
    expect(cleared[0]).toBe(batch[0])
    expect(asked).toEqual([{ works: false, askedAt: secondsOn(40), workedAt: secondsOn(3) }])
    expect(doubt.isDown).toBe(true)
  })

  test('stays as it is while a canary answers', async () => {
    expect(await told(batchOf('timed_out', 'timed_out'))).toEqual(['timed_out', 'timed_out'])
    expect(asked).toMatchObject([{ works: true }])
    expect(doubt.isDown).toBe(false)
  })

  test('in which few fail, or in other ways, or where failing is usual, is not doubted', async () => {
    await close()
    for (const batch of [
      batchOf('answered', 'answered', 'timed_out'),
      batchOf('server_error', 'not_found', 'protocol_error'),
      [probe(1, 'timed_out', { wasFailing: true }), probe(2, 'dns_failed', { wasFailing: true })],
      [probe(1, 'timed_out', { target: targetAt('http://127.0.0.1:9/mcp') })],
    ]) {
      expect(await doubt.cleared(batch, secondsOn(40))).toBe(batch)
    }
    expect(asked).toEqual([])
  })

  test('is dropped once the line is known to be down, whatever its share, and counts again once it works', async () => {
    await close()
    expect(await told(batchOf('timed_out'))).toEqual(['connectivity_lost'])
    const usual = [probe(1, 'timed_out', { wasFailing: true })]
    expect(await told(usual, 42)).toEqual(['connectivity_lost'])
    expect(asked, 'an answer of two seconds ago is still good').toHaveLength(1)
    expect(await told(usual, 46)).toEqual(['connectivity_lost'])
    expect(asked).toHaveLength(2)
    expect(await told([probe(1, 'timed_out', { target: targetAt('http://127.0.0.1:9/mcp') })], 47)).toEqual([
      'timed_out',
    ])
  })
})

test('a server is known to fail when it is down, or was never seen otherwise', () => {
  expect(wasFailing(null)).toBe(false)
  expect(wasFailing(watch(someProbes(0, 5)).serverState)).toBe(false)
  expect(wasFailing(watch([...someProbes(0, 5), probeAtSecond(4600, 'timed_out')]).serverState)).toBe(false)
  expect(wasFailing(watch([...someProbes(0, 5), ...someProbes(4600, 5, 'timed_out', 20)]).serverState)).toBe(true)
  expect(wasFailing(watch([probeAtSecond(0, 'dns_failed')]).serverState)).toBe(true)
  expect(wasFailing(watch([probeAtSecond(0, 'answered')]).serverState)).toBe(false)
})
