import { describe, expect, it } from 'vitest'
import { causeText, incidentTitle, lastedText } from './incident-text'
import { timelineOf } from './incident-timeline'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 1, 0, minute, second)).toISOString()
const broke = (id: string, openedAt: string, closedAt: string | null = null, kind: 'down' | 'degraded' = 'down') => ({
  serverId: id,
  serverTitle: id.toUpperCase(),
  toolIds: [],
  tools: 1,
  kind,
  severity: 'major' as const,
  openedAt,
  closedAt,
  times: 1,
  evidence: [{ text: 'It did not answer.' }],
})

describe('the timeline of an incident', () => {
  it('begins with what opened it, joins what began within a minute, and ends with its end', () => {
    const breakages = [
      broke('c', at(9), at(20)),
      broke('b', at(0, 40), at(30)),
      broke('a', at(0), at(20, 5)),
      broke('d', at(0, 10), at(30), 'degraded'),
    ]
    const events = timelineOf({ openedAt: at(0), closedAt: at(30) }, breakages)
    expect(
      events.map(({ at: when, what, kind, breakages: of }) => [
        when,
        what,
        kind,
        of.map(({ serverId }) => serverId).join(),
      ]),
    ).toEqual([
      [at(0), 'opened', 'down', 'a,b'],
      [at(0, 10), 'joined', 'degraded', 'd'],
      [at(9), 'joined', 'down', 'c'],
      [at(20), 'ended', 'down', 'c,a'],
      [at(30), 'ended', 'down', 'b'],
      [at(30), 'ended', 'degraded', 'd'],
      [at(30), 'closed', null, ''],
    ])
  })

  it('of an open incident has no end', () => {
    expect(timelineOf({ openedAt: at(0), closedAt: null }, [broke('a', at(0))]).map(({ what }) => what)).toEqual([
      'opened',
    ])
  })
})

describe('an incident in words', () => {
  const incident = {
    cause: 'host',
    what: 'gateway.example',
    severity: 'critical',
    kinds: ['down', 'degraded'],
    serversInAll: 3,
    breakages: [broke('a', at(0))],
  } as const
  it.each([
    [{}, '3 servers on gateway.example: down, unstable'],
    [{ cause: 'address', what: '192.0.2.1' }, '3 servers at the address 192.0.2.1: down, unstable'],
    [{ cause: 'certificate' }, 'Certificates of 3 servers: down, unstable'],
    [{ serversInAll: 1 }, 'A: down, unstable'],
    [{ serversInAll: 1, breakages: [], what: 's/a' }, 's/a: down, unstable'],
    [{ serversInAll: 1, kinds: ['schema_breaking'] }, 'A: less safe'],
    [{ serversInAll: 1, kinds: ['schema_breaking'], severity: 'major' }, 'A: breaking change'],
    [{ serversInAll: 1, kinds: ['declaration_changed'] }, 'A: texts less safe'],
  ] as const)('with %j is “%s”', (more, title) => {
    expect(incidentTitle({ ...incident, ...more })).toBe(title)
  })

  it('of one server has the evidence of its worst breakage', () => {
    const worst = {
      ...broke('a', at(1)),
      severity: 'critical' as const,
      evidence: [{ text: 'It is no longer read-only.' }],
    }
    const breakages = [broke('a', at(2)), worst]
    expect(causeText({ ...incident, serversInAll: 1, breakages })).toBe('It is no longer read-only.')
  })

  it('has as its cause what its servers share, or the evidence of the one', () => {
    expect(causeText(incident)).toContain('They share one host')
    expect(causeText({ ...incident, serversInAll: 1 })).toBe('It did not answer.')
    expect(causeText({ ...incident, serversInAll: 1, cause: 'listing', breakages: [] })).toBe(
      'The server changed what it offers.',
    )
  })

  it('lasted until its end', () => {
    expect(lastedText(at(0), at(90))).toBe('90 minutes')
    expect(lastedText(at(5), at(0))).toBe('0 seconds')
  })
})
