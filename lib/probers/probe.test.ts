import { getEventListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { TRANSPORTS } from 'assay-verify/target-kind'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MCP_TRANSPORTS } from '../core/catalog/transports'
import { PROBERS } from './index'
import { runProbe } from './probe'
import { modernServer, olderServer, silence } from './test-mcp'
import { probe, proberNameOf, settingsFor, testTarget } from './test-servers'

const AT = new Date('2026-03-01T12:00:00Z')

test('an observation holds when the probe began, its vantage, and what it found', async () => {
  const { url } = await modernServer()
  const times = [AT, new Date('2026-03-01T12:00:09Z')]
  const target = testTarget(url)
  const found = await runProbe(target, settingsFor(url, { vantage: 'here' }), () => times.shift() ?? new Date(0))
  expect(found.observation).toEqual({
    observedAt: AT,
    reason: 'answered',
    latencyMs: expect.any(Number),
    httpStatus: 200,
    vantage: 'here',
  })
})

test('an observation holds no impossible latency', async () => {
  const { url } = await modernServer()
  const target = testTarget(url)
  let reads = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (reads++ === 0 ? 0 : reads * 1e300))
  const found = await runProbe(target, settingsFor(url), () => AT)
  expect(found.observation).toMatchObject({ reason: 'answered', latencyMs: null, httpStatus: 200 })
})

test('there is a prober for each MCP transport; a target without a prober is not probed', async () => {
  const isProbeable = (transport: (typeof TRANSPORTS)[number]) => proberNameOf(transport) in PROBERS
  expect(MCP_TRANSPORTS.filter((transport) => !isProbeable(transport))).toEqual([])
  expect(isProbeable('other')).toBe(false)
  for (const transport of TRANSPORTS.filter((other) => !isProbeable(other))) {
    expect(await probe('https://example.com/', { transport })).toMatchObject({ reason: 'not_probeable', tools: null })
  }
})

describe('a defect of the prober', () => {
  const broken = new (class extends Map<never, never> {
    override get(): never {
      throw new TypeError('a defect')
    }
  })()

  test('says nothing about the server, and is passed to onDefect', async () => {
    const defects: unknown[] = []
    const onDefect = (cause: unknown) => defects.push(cause)
    const found = await probe('stdio:x', { transport: 'stdio', stdioCommands: broken, onDefect })
    expect(found).toMatchObject({ reason: 'probe_defect', tools: null, notes: [], observation: { latencyMs: null } })
    expect(defects).toEqual([new TypeError('a defect')])
  })

  test('needs no onDefect', async () => {
    const target = testTarget('stdio:x', 'stdio')
    const found = await runProbe(target, settingsFor('stdio:x', { stdioCommands: broken }), () => AT)
    expect(found.reason).toBe('probe_defect')
  })
})

test('a probe that is stopped says nothing and is no defect', async () => {
  const { url } = await modernServer({ 'server/discover': silence })
  const target = testTarget(url)
  const stop = new AbortController()
  const defects: unknown[] = []
  const probing = runProbe(target, settingsFor(url), () => AT, {
    signal: stop.signal,
    onDefect: (it) => defects.push(it),
  })
  await pause(50)
  stop.abort()
  expect((await probing).reason).toBe('probe_defect')
  const stopped = await runProbe(target, settingsFor(url), () => AT, {
    signal: stop.signal,
    onDefect: (it) => defects.push(it),
  })
  expect(stopped.reason).toBe('probe_defect')
  expect(defects).toEqual([])
})

test('many probes may share the signal that stops them, and leave no listener on it', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const { url } = await olderServer()
  const { signal } = new AbortController()
  const target = testTarget(url)
  const probes = await Promise.all(
    Array.from({ length: 30 }, () => runProbe(target, settingsFor(url), () => AT, { signal })),
  )
  await new Promise((resolve) => setImmediate(resolve))
  expect(new Set(probes.map(({ reason }) => reason))).toEqual(new Set(['answered']))
  expect(warnings).toEqual([])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
