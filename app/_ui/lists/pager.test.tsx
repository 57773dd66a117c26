import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { NearestIds } from './nearest-ids'
import { Pager } from './pager'

describe('the pager', () => {
  it.each([
    { page: 1, pages: 3, links: ['next /c?page=2'] },
    { page: 2, pages: 3, links: ['prev /c', 'next /c?page=3'] },
    { page: 3, pages: 3, links: ['prev /c?page=2'] },
    { page: 1, pages: 1, links: [] },
    { page: 1, pages: 0, links: [] },
  ])('on page $page of $pages links $links', ({ page, pages, links }) => {
    const markup = renderToStaticMarkup(<Pager path="/c" page={page} pages={pages} />)
    const found = [...markup.matchAll(/<a rel="(\w+)" href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`)
    expect(found).toEqual(links)
    if (pages <= 1) expect(markup).toBe('')
  })
})

describe('the nearest ids', () => {
  it('link to their pages, with every character escaped', () => {
    const markup = renderToStaticMarkup(<NearestIds ids={['g/s/a', 'g/s/<b> 100%?#']} />)
    expect(markup.match(/href="[^"]*"/g)).toEqual(['href="/tool/g/s/a"', 'href="/tool/g/s/%3Cb%3E%20100%25%3F%23"'])
    expect(markup).toContain('g/s/&lt;b&gt; 100%?#')
  })

  it('render nothing where there are none', () => {
    expect(renderToStaticMarkup(<NearestIds ids={[]} />)).toBe('')
  })
})
