import { STATUSES } from 'assay-verify/verdict'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { STATUS_DISPLAY, StatusBadge, StatusIcon, signOf } from './status'
import { textShown } from './test-render'

describe('a status', () => {
  it.each(STATUSES)('%s shows its word beside an icon hidden from screen readers', (status) => {
    const markup = renderToStaticMarkup(<StatusBadge status={status} />)
    expect(textShown(<StatusBadge status={status} />)).toBe(STATUS_DISPLAY[status].word)
    expect(markup).toContain(`data-status="${status}"`)
    expect(markup).toMatch(/<svg[^>]*aria-hidden="true"/)
    expect(markup).toContain(`title="${STATUS_DISPLAY[status].meaning}"`)
  })

  it.each([
    ['icon', (status: (typeof STATUSES)[number]) => renderToStaticMarkup(<StatusIcon status={status} />)],
    ['word', (status: (typeof STATUSES)[number]) => STATUS_DISPLAY[status].word],
    ['meaning', (status: (typeof STATUSES)[number]) => STATUS_DISPLAY[status].meaning],
  ])('has a distinct %s', (_, signOf) => {
    const withoutColour = STATUSES.map((status) => signOf(status).replaceAll(/ class="[^"]*"/g, ''))
    expect(new Set(withoutColour)).toHaveLength(STATUSES.length)
  })
})

it('asking for payment is not asking for a sign-in', () => {
  expect(textShown(<StatusBadge status="auth" access="paid" />)).toBe('Payment required')
  expect(textShown(<StatusBadge status="auth" access="auth" />)).toBe('Sign-in required')
})

it('a server whose first checks do not settle its state was checked', () => {
  const undecided = [{ code: 'not_enough_evidence' }, { code: 'answered' }]
  expect(textShown(<StatusBadge status="unknown" reasons={undecided} />)).toBe('Not decided yet')
  expect(textShown(<StatusBadge status="unknown" reasons={[{ code: 'stale' }]} />)).toBe('Not checked')
  expect(textShown(<StatusBadge status="healthy" reasons={undecided} />)).toBe('Working')
})

describe('an open fault', () => {
  it('is said of what works, the sign beside it', () => {
    const changed = [{ code: 'tool_unsafe_change' }]
    expect(textShown(<StatusBadge status="healthy" reasons={changed} />)).toBe('Working, less safe')
    expect(signOf('healthy', changed)).toBe('degraded')
    expect(signOf('down', changed)).toBe('down')
    expect(textShown(<StatusBadge status="healthy" reasons={[{ code: 'answered' }, ...changed]} />)).toBe('Working')
    expect(textShown(<StatusBadge status="healthy" reasons={[{ code: 'no_tools_left' }]} />)).toBe('No tool left')
  })

  it.each(STATUSES)('an unsafe text comes before the status %s', (status) => {
    const reasons = [{ code: 'unsafe_text' }]
    const markup = renderToStaticMarkup(<StatusBadge status={status} reasons={reasons} />)
    expect(markup).toContain('Unsafe')
    expect(markup).toContain('Do not connect')
    expect(markup).toContain(`data-status="${status}"`)
    expect(signOf(status, reasons)).toBe('unsafe')
  })
})
