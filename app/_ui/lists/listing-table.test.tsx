import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Alternative } from '@/lib/contract/shapes/candidates'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import { STATUSES } from '@/lib/core/verdict/verdict'
import { STATUS_DISPLAY } from '../status'
import { textOf, textShown } from '../test-render'
import { AlternativesTable } from './alternatives-table'
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

const alternative = (more: Partial<Alternative> = {}): Alternative => ({
  ...row(),
  kind: 'tool',
  access: 'open',
  inputSchema: null,
  relevance: 0.9,
  asOf: null,
  similarity: 0.819,
  argsCompatible: true,
  mappable: true,
  parameterMap: [],
  independent: { repository: true, backend: true, host: true },
  ...more,
})

const listed = (...rows: ListingRow[]) => renderToStaticMarkup(<ListingTable rows={rows} caption="Files" />)
const offered = (more: Partial<Alternative>) =>
  textShown(<AlternativesTable alternatives={[alternative(more)]} caption="Alternatives" />)

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

describe('alternatives', () => {
  it.each([
    [true, true, ' unchanged yes'],
    [false, true, ' renamed yes'],
    [false, false, ' incompatible yes'],
    [null, null, ' no schema to compare yes'],
  ])('with argsCompatible %s and mappable %s show “%s”', (argsCompatible, mappable, expected) => {
    expect(offered({ argsCompatible, mappable })).toContain(`81 %${expected}`)
  })

  it('list renamed and missing arguments, four at most, and no others', () => {
    const missing = Array.from({ length: 4 }, (_, index) => ({ from: `m${index}`, to: null, kind: 'missing' as const }))
    const text = offered({
      argsCompatible: false,
      parameterMap: [
        { from: 'same', to: 'same', kind: 'same' },
        { from: null, to: 'extra', kind: 'extra' },
        { from: 'path', to: 'file', kind: 'renamed' },
        ...missing,
      ],
    })
    expect(text).toContain('path → file m0 → none m1 → none m2 → none yes')
    expect(text).not.toMatch(/same|extra|m3/)
  })

  it.each([
    [{ repository: true, backend: true, host: true }, 'yes'],
    [{ repository: false, backend: true, host: false }, 'shares the repository, host'],
  ])('independent as in %j show “%s”', (independent, expected) => {
    expect(offered({ independent }).endsWith(expected)).toBe(true)
  })
})
