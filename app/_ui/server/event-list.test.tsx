import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { textOf } from '../test-render'
import { EventList } from './event-list'

const now = new Date('2026-11-20T12:00:00Z')
const markupOf = (...events: ServerEvent[]) =>
  renderToStaticMarkup(<EventList events={events} watchedDays={90} now={now} />)
const textIn = (...events: ServerEvent[]) => textOf(markupOf(...events))

const outage: ServerEvent = {
  kind: 'outage',
  at: '2026-11-20T07:43:00.000Z',
  to: '2026-11-20T07:45:00.000Z',
  downSeconds: 120,
  outages: 1,
  reason: 'The connection was refused or broke.',
}

describe('what happened', () => {
  it.each<[ServerEvent, string]>([
    [outage, '07:43 today Down for 2 minutes The connection was refused or broke. resolved'],
    [
      { ...outage, at: '2026-11-20T11:48:00.000Z', to: null, downSeconds: 640 },
      '11:48 today Down since 2026-11-20 11:48 UTC',
    ],
    [{ ...outage, to: null }, 'ongoing'],
    [{ ...outage, outages: 4, downSeconds: 900, reason: null }, 'Down 4 times, 15 minutes in all resolved'],
    [
      { kind: 'auth_changed', at: '2026-11-09T01:00:00.000Z', to: null, tool: null, reason: null },
      '9 Nov Began to ask for credentials ongoing',
    ],
    [
      { kind: 'tool_removed', at: '2026-11-09T01:00:00.000Z', to: null, tool: 'a', reason: null },
      'a is no longer offered',
    ],
  ])('%j reads %s', (event, text) => {
    expect(textIn(event)).toContain(text)
  })

  it('what is part of an incident links its page', () => {
    expect(markupOf({ ...outage, incident: 'inc_7' })).toContain('<a href="/incidents/inc_7"')
    expect(markupOf(outage)).not.toContain('/incidents/')
  })

  it('a change shows what was and what is, or its sentence, and how often', () => {
    const change: ServerEvent = {
      kind: 'change',
      at: '2026-11-09T01:00:00.000Z',
      tool: '<b>search</b>',
      class: 'breaking',
      times: 3,
      changes: [
        {
          class: 'breaking',
          code: 'limit_narrowed',
          text: 'One.',
          before: 'count: maximum 50',
          after: 'count: maximum 20',
        },
        { class: 'wording', code: 'title_changed', text: 'Its title changed.' },
      ],
    }
    expect(markupOf(change)).toContain('&lt;b&gt;search&lt;/b&gt;')
    expect(textIn(change)).toContain(
      'changed: callers may break One. - count: maximum 50 + count: maximum 20 Its title changed. breaking, 3 times',
    )
  })

  it('says so where nothing happened, and folds what is old', () => {
    expect(textIn()).toBe('No outage and no change in the 90 days watched.')
    expect(textOf(renderToStaticMarkup(<EventList events={[]} watchedDays={1} now={now} />))).toContain(
      'No outage and no change since we began to watch it.',
    )
    expect(textOf(renderToStaticMarkup(<EventList events={[]} watchedDays={0} now={now} />))).toContain(
      'not been watched',
    )
    const many = Array.from({ length: 9 }, (_, at) => ({ ...outage, at: `2026-11-1${at}T07:43:00.000Z` }))
    expect(textIn(...many)).toContain('2 older events')
  })
})
