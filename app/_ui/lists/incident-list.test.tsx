import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Breakage, IncidentRecord } from '@/lib/incidents/contract/breakages'
import { timelineOf } from '@/lib/incidents/rules/incident-timeline'
import { Affected } from '../incidents/affected'
import { Timeline } from '../incidents/timeline'
import { textOf } from '../test-render'
import { IncidentList } from './incident-list'

const openedAt = '2026-11-20T09:00:00Z'

const breakage = (id: string, more: Partial<Breakage> = {}): Breakage => ({
  id,
  serverId: `s/${id}`,
  serverTitle: `Title <b>${id}</b>`,
  toolIds: [],
  tools: 15,
  kind: 'down',
  severity: 'major',
  openedAt,
  lastSeenAt: openedAt,
  closedAt: null,
  times: 1,
  evidence: [{ code: 'timed_out', text: 'It did not answer within the time allowed.', at: openedAt }],
  recommendation: 'avoid',
  group: 'inc_1',
  ...more,
})
const incident = (more: Partial<IncidentRecord> = {}): IncidentRecord => ({
  id: 'inc_1',
  cause: 'host',
  what: 'gateway.example',
  kinds: ['down'],
  severity: 'critical',
  openedAt,
  lastSeenAt: openedAt,
  closedAt: null,
  servers: 20,
  serversInAll: 20,
  tools: 300,
  breakages: Array.from({ length: 10 }, (_, index) => breakage(`brk_${index}`)),
  ...more,
})
const one = { servers: 1, serversInAll: 1, tools: 15, breakages: [breakage('brk_1', { times: 3 })] }

const shown = (...incidents: IncidentRecord[]) => renderToStaticMarkup(<IncidentList incidents={incidents} />)

describe('the list of incidents', () => {
  it('names what several servers share, counts them, links to the page of the incident and lists them', () => {
    const markup = shown(incident())
    expect(markup).toContain('href="/incidents/inc_1"')
    const text = textOf(markup)
    expect(text).toContain('20 servers on gateway.example : down')
    expect(text).toContain('critical, 20 servers, 300 tools')
    expect(text).toContain('began 2026-11-20 09:00 UTC')
    expect(text).toContain('10 of 20 servers')
    expect(markup.match(/href="\/server\//g)).toHaveLength(10)
  })

  it('of one server has its title, escaped, and its evidence as the cause', () => {
    const markup = shown(incident(one))
    expect(markup).not.toContain('<details')
    expect(markup).toContain('Title &lt;b&gt;brk_1&lt;/b&gt;')
    expect(textOf(markup)).toContain('It did not answer within the time allowed.')
  })

  it('of a past one says how long it lasted and when it ended', () => {
    const text = textOf(shown(incident({ ...one, closedAt: '2026-11-20T11:00:00Z' })))
    expect(text).toContain('lasted 2 hours')
    expect(text).toContain('ended 2026-11-20 11:00 UTC')
    expect(text).not.toContain('since')
  })

  it('of no incidents says so', () => {
    expect(textOf(shown())).toBe('No incidents.')
  })
})

describe('the page of an incident', () => {
  it('shows its timeline, the newest first, with how often a fault came back', () => {
    const found = incident({
      ...one,
      closedAt: '2026-11-20T11:00:00Z',
      breakages: [breakage('b', { times: 3, closedAt: '2026-11-20T11:00:00Z' })],
    })
    const text = textOf(renderToStaticMarkup(<Timeline events={timelineOf(found, found.breakages)} />))
    expect(text.indexOf('The incident ended')).toBeLessThan(text.indexOf('It began: down, 1 server'))
    expect(text).toContain('it began 3 times')
  })

  it('links a removed tool to its page, and what is open to its alternatives', () => {
    const removed = breakage('b', { kind: 'tool_removed', tools: 1, toolIds: ['s/b/only'] })
    const markup = renderToStaticMarkup(
      <Affected incident={incident({ ...one, breakages: [removed] })} replaceable={new Set(['s/b'])} />,
    )
    expect(markup).toContain('href="/tool/s/b/only"')
    expect(markup).toContain('href="/alternatives/s/b"')
    expect(markup).toContain('href="/v1/breakages.rss?server=s%2Fb"')
    const ended = renderToStaticMarkup(
      <Affected
        incident={incident({ ...one, breakages: [{ ...removed, closedAt: openedAt }] })}
        replaceable={new Set(['s/b'])}
      />,
    )
    expect(ended).not.toContain('/alternatives/')
    const alone = renderToStaticMarkup(
      <Affected incident={incident({ ...one, breakages: [removed] })} replaceable={new Set()} />,
    )
    expect(alone).not.toContain('/alternatives/')
  })
})
