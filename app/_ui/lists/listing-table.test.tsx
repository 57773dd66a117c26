import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import { STATUSES } from '@/lib/core/verdict/verdict'
import { STATUS_DISPLAY } from '../status'
import { textOf } from '../test-render'
import { ListingTable } from './listing-table'

const row = (more: Partial<ListingRow> = {}): ListingRow => ({
  rank: 1,
  toolId: 'g/s/a b',
  name: '<b>Read</b>',
  serverId: 'registry/g/s',
  serverTitle: 'Files',
  status: 'healthy',
  verdict: 'healthy',
  recommendation: 'proceed',
  reasons: [{ code: 'answered', text: 'It answered.' }],
  score: 90,
  grade: 'A',
  description: 'Reads <i>files</i>.',
  alternatives: '/alternatives/g/s/a%20b',
  ...more,
})

const listed = (...rows: ListingRow[]) => renderToStaticMarkup(<ListingTable rows={rows} caption="Files" />)

describe('a listing', () => {
  it.each(STATUSES)('shows the status %s of a tool rather than its verdict', (status) => {
    expect(textOf(listed(row({ status, verdict: 'unknown' })))).toContain(` ${STATUS_DISPLAY[status].word} 90.0 A`)
  })

  it('links each tool and its alternatives, with its text escaped', () => {
    const markup = listed(row())
    expect(markup.match(/href="[^"]*"/g)).toEqual(['href="/tool/g/s/a%20b"', 'href="/alternatives/g/s/a%20b"'])
    expect(markup).toContain('aria-label="Alternatives to &lt;b&gt;Read&lt;/b&gt;"')
    expect(markup).toContain('Reads &lt;i&gt;files&lt;/i&gt;.')
  })

  it('names the server as publisher/server', () => {
    expect(textOf(listed(row()))).toContain(' g/s ')
    expect(textOf(listed(row()))).not.toContain('registry/')
  })

  it('renders no element for an empty description', () => {
    expect(listed(row({ description: '' }))).not.toContain('line-clamp')
  })
})
