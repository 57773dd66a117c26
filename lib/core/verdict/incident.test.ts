import { PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Beginning,
  type CorrelationKey,
  correlationKeysOf,
  groupBeginnings,
  type IncidentSketch,
} from './incident'

const minute = (count: number) => new Date(Date.UTC(2026, 10, 1) + count * 60_000)
let servers = 0
/** Of another server each time. */
const failing = (
  host: string | null,
  address: string | null,
  reason: ProbeReason,
  httpStatus: number | null = null,
) => {
  servers += 1
  return correlationKeysOf({ serverId: `s/${host}/${servers}`, host, address, reason, httpStatus })
}
const began = (
  correlationKeys: readonly [CorrelationKey, ...CorrelationKey[]],
  after: number,
  before = after,
): Beginning => ({
  correlationKeys,
  startWindow: { after: minute(after), before: minute(before) },
})
const refused = (host: string, address: string | null = null) => failing(host, address, 'connect_failed')

/** The incident of each beginning, and the causes of the incidents. */
function grouped(beginnings: Beginning[], open: IncidentSketch[] = []) {
  const { incidents, placed } = groupBeginnings(beginnings, open)
  return { placed, names: incidents.map(({ cause, what }) => `${cause} ${what}`) }
}

describe('what fails together', () => {
  it('on one host is one incident', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => began(refused('a.example'), index % 4))
    expect(grouped(twenty)).toEqual({ placed: twenty.map(() => 0), names: ['host a.example'] })
  })

  it('is of one server, whatever its host, until another server of the host fails with it', () => {
    const [one, other] = [began(refused('a.example'), 0), began(refused('a.example'), 1)]
    const alone = groupBeginnings([one], [])
    expect(alone.incidents).toMatchObject([{ cause: 'server', what: one.correlationKeys[0].what }])
    expect(groupBeginnings([{ ...one, startWindow: other.startWindow }], alone.incidents)).toMatchObject({
      incidents: [{ cause: 'server' }],
      placed: [0],
    })
    expect(groupBeginnings([other], alone.incidents).incidents).toMatchObject([{ cause: 'host', what: 'a.example' }])
  })

  it('on two hosts at the same minute is two, unless they share the address', () => {
    expect(grouped([began(refused('a'), 0), began(refused('b'), 0)]).placed).toEqual([0, 1])
    expect(grouped([began(refused('a', '192.0.2.1'), 0), began(refused('b', '192.0.2.1'), 1)])).toEqual({
      placed: [0, 0],
      names: ['address 192.0.2.1'],
    })
  })

  it('by an application error does not involve the neighbours at its address', () => {
    const missing = (host: string) => began(failing(host, '192.0.2.1', 'not_found', 404), 0)
    const broken = (host: string, status: number) => began(failing(host, '192.0.2.1', 'server_error', status), 0)
    expect(grouped([missing('a'), missing('b')]).placed).toEqual([0, 1])
    expect(grouped([broken('a', 500), broken('b', 500)]).placed).toEqual([0, 1])
    expect(grouped([broken('a', 502), broken('b', 503)]).placed).toEqual([0, 0])
  })

  it('by a certificate within minutes is one, also on hosts of their own', () => {
    const expired = (host: string, at: number) => began(failing(host, null, 'certificate_invalid'), at)
    expect(grouped([expired('a', 0), expired('b', 3), expired('c', 30)])).toEqual({
      placed: [0, 0, 1],
      names: ['certificate certificate_invalid', expect.stringMatching(/^server s\/c\//)],
    })
  })

  it('without a host is an incident of its own', () => {
    expect(grouped([began(failing(null, null, 'process_failed'), 0)]).names).toEqual([
      expect.stringMatching(/^server s\/null\//),
    ])
  })

  it('may have begun in the same minute, whenever it was seen', () => {
    // Probed a quarter of an hour apart: the first was well at 0 and not at 15, the second well at 10 and not at 25.
    expect(grouped([began(refused('a'), 0, 15), began(refused('a'), 10, 25)]).placed).toEqual([0, 0])
    // The third was still well after the first two had failed.
    expect(grouped([began(refused('a'), 0, 15), began(refused('a'), 21, 36)]).placed).toEqual([0, 1])
  })

  it('does not drift from minute to minute', () => {
    const rolling = Array.from({ length: 10 }, (_, index) => began(refused('a'), index * 4))
    expect(grouped(rolling).placed).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  })

  it('joins a known incident, the newest that fits, and widens it', () => {
    const known = (key: number, at: number): IncidentSketch => ({
      key,
      cause: 'host',
      what: 'a',
      correlationKeys: [{ cause: 'address', what: '192.0.2.1' }],
      startWindow: { after: minute(at), before: minute(at) },
    })
    const { incidents } = groupBeginnings([began(refused('b', '192.0.2.1'), 3)], [known(7, 0), known(8, 1)])
    expect(incidents).toMatchObject([{ key: 8, cause: 'address', what: '192.0.2.1' }])
    expect(incidents[0]?.correlationKeys).toContainEqual({ cause: 'host', what: 'b' })
  })

  it('is never split or lost: each beginning has one incident, which has all of its correlation keys', () => {
    const anyBeginning = fc
      .record({
        host: fc.constantFrom('a', 'b', 'c', null),
        address: fc.constantFrom('192.0.2.1', '192.0.2.2', null),
        reason: fc.constantFrom(...(Object.keys(PROBE_REASONS) as ProbeReason[])),
        after: fc.integer({ min: 0, max: 60 }),
        lasts: fc.integer({ min: 0, max: 30 }),
      })
      .map(({ host, address, reason, after, lasts }) =>
        began(failing(host, address, reason, 502), after, after + lasts),
      )
    fc.assert(
      fc.property(fc.array(anyBeginning, { maxLength: 30 }), (beginnings) => {
        const { incidents, placed } = groupBeginnings(beginnings, [])
        expect(placed).toHaveLength(beginnings.length)
        for (const [index, { correlationKeys }] of beginnings.entries())
          for (const correlationKey of correlationKeys)
            expect(incidents[placed[index] ?? -1]?.correlationKeys).toContainEqual(correlationKey)
        for (const { startWindow } of incidents) expect(startWindow.after <= startWindow.before).toBe(true)
        expect(new Set(placed).size).toBe(incidents.length)
      }),
    )
  })
})
