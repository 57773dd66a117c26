import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { addressOf, chosenOf, Filters, linkTo, RANKING_FILTERS } from './filters'

describe('filters', () => {
  const markup = (chosen: Record<string, string>) =>
    renderToStaticMarkup(<Filters path="/category/files" chosen={chosen} groups={RANKING_FILTERS} />)

  it('link to the first page, keep the other choices and mark their own', () => {
    const shown = markup({ status: 'down', page: '3' })
    expect(shown).toContain('href="/category/files?access=open&amp;status=down"')
    expect(shown).not.toContain('page=')
    expect(shown.match(/aria-current="true"[^>]*>Down</)).not.toBeNull()
    expect(shown.match(/aria-current="true"/g)).toHaveLength(RANKING_FILTERS.length)
  })

  it('ask crawlers to leave combinations alone', () => {
    expect(linkTo('/x', { status: 'down' })).toEqual({ href: '/x?status=down' })
    expect(linkTo('/x', { status: 'down', sort: 'name' })).toEqual({
      href: '/x?sort=name&status=down',
      rel: 'nofollow',
    })
    expect(linkTo('/x', { status: undefined })).toEqual({ href: '/x' })
  })

  it('give a list one address', () => {
    expect(addressOf('/x', { b: '1', a: 'é&' })).toBe(addressOf('/x', { a: 'é&', b: '1' }))
    expect(addressOf('/x', { a: 'é&' })).toBe('/x?a=%C3%A9%26')
  })

  it('take only what they know, and of repeated ones the first', () => {
    expect(chosenOf({ status: ['down', 'auth'], utm_source: 'x', page: '2' }, RANKING_FILTERS, ['page'])).toEqual({
      status: 'down',
      page: '2',
    })
  })
})
