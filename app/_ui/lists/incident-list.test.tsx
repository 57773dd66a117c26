import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Breakage } from '@/lib/contract/shapes/breakages'
import { textOf } from '../test-render'
import { BreakageItem } from './breakage-item'
import { IncidentList, type ListedIncident } from './incident-list'

const now = new Date('2026-11-20T12:00:00Z')
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
const incident = (more: Partial<ListedIncident> = {}): ListedIncident => ({
  id: 'inc_1',
  cause: 'host',
  what: 'gateway.example',
  kinds: ['down'],
  severity: 'critical',
  openedAt,
  lastSeenAt: openedAt,
  servers: 20,
  tools: 300,
  breakages: Array.from({ length: 10 }, (_, index) => breakage(`brk_${index}`)),
  ...more,
})

const shown = (...incidents: ListedIncident[]) => renderToStaticMarkup(<IncidentList incidents={incidents} now={now} />)

describe('the list of incidents', () => {
  it('summarises cause, counts, severity and start of an incident, and opens to its breakages', () => {
    const markup = shown(incident())
    const summary = textOf(/<summary.*<\/summary>/s.exec(markup)?.[0] ?? '')
    expect(summary).toContain('Host gateway.example')
    expect(summary).toContain('20 servers, 300 tools')
    expect(summary).toContain('down, critical')
    expect(summary).toContain('since 3 hours ago')
    expect(markup.match(/href="\/tool\//g)).toHaveLength(10)
    expect(textOf(markup)).toContain('The newest 10 breakages; the counts above cover all.')
  })

  it('shows a single breakage without a summary, with third-party text escaped', () => {
    const markup = shown(incident({ servers: 1, tools: 15, breakages: [breakage('brk_1', { times: 3 })] }))
    expect(markup).not.toContain('<details')
    expect(markup).toContain('Title &lt;b&gt;brk_1&lt;/b&gt;')
    expect(textOf(markup)).toContain('15 tools, 3 times')
  })

  it('of no incidents says so', () => {
    expect(textOf(shown())).toBe('No open incidents.')
  })

  it('names every cause', () => {
    const causes = ['host', 'address', 'certificate', 'listing', 'server'] as const
    const markup = textOf(shown(...causes.map((cause) => incident({ id: cause, cause, what: `what-${cause}` }))))
    expect(markup).toContain('Host what-host')
    expect(markup).toContain('Hosts at address what-address')
    expect(markup).toContain('Certificates that failed at the same time')
  })
})

describe('a breakage', () => {
  it.each([
    ['down', 'down', 'down'],
    ['degraded', 'degraded', 'degraded'],
    ['auth_changed', 'authentication changed', 'auth'],
    ['schema_breaking', 'breaking change', 'degraded'],
    ['tool_removed', 'removed', 'down'],
  ] as const)('of kind %s shows “%s” beside the icon of %s', (kind, words, icon) => {
    const markup = renderToStaticMarkup(<BreakageItem breakage={breakage('b', { kind })} now={now} />)
    expect(textOf(markup)).toContain(`${words}, major`)
    expect(markup).toContain(`text-${icon} `)
  })

  it.each([
    ['its tool where it has only that', { tools: 1, toolIds: ['s/b/only'] }, '/tool/s/b/only'],
    ['its server where it has several', { tools: 2, toolIds: ['s/b/one', 's/b/two'] }, '/tool/s/b'],
    ['its server where no tool is known', { tools: 0, toolIds: [] }, '/tool/s/b'],
  ])('links %s', (_, more, href) => {
    const markup = renderToStaticMarkup(<BreakageItem breakage={breakage('b', more)} now={now} />)
    expect(markup).toContain(`href="${href}"`)
  })

  it('without evidence shows no reason', () => {
    const markup = renderToStaticMarkup(<BreakageItem breakage={breakage('b', { evidence: [] })} now={now} />)
    expect(textOf(markup)).not.toContain('did not answer')
  })
})
