import { STATUSES } from 'assay-verify/verdict'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import { STATUS_DISPLAY } from '../status'
import { textOf } from '../test-render'
import { ToolTable } from './tool-table'

const row = (more: Partial<ListingRow> = {}): ListingRow => ({
  rank: 1,
  toolId: 'registry/g/s/a b',
  kind: 'tool',
  name: '<b>Read</b>',
  serverId: 'registry/g/s',
  serverTitle: 'Files',
  productId: null,
  publisher: null,
  status: 'healthy',
  verdict: 'healthy',
  recommendation: 'proceed',
  reasons: [{ code: 'answered', text: 'It answered.' }],
  score: 90,
  grade: 'A',
  description: 'Reads <i>files</i>.',
  alternatives: '/alternatives/registry/g/s/a%20b',
  access: 'open',
  official: false,
  readOnly: null,
  latency: { medianMs: 210, p95Ms: 1240 },
  ...more,
})
const shown = (more: Partial<ListingRow> = {}, form: 'whole' | 'products' | 'short' = 'whole') =>
  renderToStaticMarkup(<ToolTable caption="Files" rows={[row(more)]} days={new Map()} form={form} />)
const folded = (tools: number) => ({
  tools,
  first: [
    {
      toolId: 'registry/g/s/c',
      name: 'Copy',
      status: 'down' as 'down' | 'healthy',
      recommendation: 'avoid' as 'avoid' | 'proceed_with_caution',
      score: 10,
      grade: 'F' as const,
      alternatives: '/alternatives/x',
    },
  ],
})

describe('the table of tools', () => {
  it.each(STATUSES)('shows the status %s of a tool rather than its verdict, and keeps it in the markup', (status) => {
    const markup = shown({ status, verdict: 'unknown' })
    expect(textOf(markup)).toContain(` ${STATUS_DISPLAY[status].word} `)
    expect(markup).toContain(`data-status="${status}"`)
  })

  it('an unsafe product has no rank, a red mark and no grade, as its tools', () => {
    const [tool] = folded(1).first
    if (tool === undefined) throw new Error('none')
    const first = [{ ...tool, status: 'healthy' as const }]
    const unsafe = {
      reasons: [{ code: 'unsafe_text', text: 'It sends data out.' }],
      folded: { tools: 1, first },
    }
    const markup = renderToStaticMarkup(
      <ToolTable
        caption="Files"
        rows={[row(), { ...row({ ...unsafe, toolId: 'registry/g/t' }), rank: null }]}
        days={new Map()}
        form="products"
      />,
    )
    const [, last = ''] = markup.split('unsafe-row')
    expect(textOf(last)).toContain('no rank')
    expect(textOf(last).match(/Unsafe/g)).toHaveLength(3)
    expect(textOf(last)).toMatch(/No rank alternatives$/)
    expect(last).toContain('text-down')
    expect(textOf(last)).not.toMatch(/\b[A-F] \d/)
  })

  it('a folded tool that works and changed is not simply working', () => {
    const [tool] = folded(1).first
    if (tool === undefined) throw new Error('none')
    const changed = { ...tool, status: 'healthy', recommendation: 'proceed_with_caution' } as const
    expect(textOf(shown({ folded: { tools: 1, first: [changed] } }, 'products'))).toContain('Copy Working, but changed')
  })

  it('links tool, server and alternatives, with texts escaped', () => {
    const markup = shown()
    expect(markup.match(/href="[^"]*"/g)).toEqual([
      'href="/tool/registry/g/s/a%20b"',
      'href="/server/registry/g/s"',
      'href="/alternatives/registry/g/s/a%20b"',
    ])
    expect(markup).toContain('aria-label="Alternatives to &lt;b&gt;Read&lt;/b&gt;"')
    expect(markup).toContain('Reads &lt;i&gt;files&lt;/i&gt;.')
  })

  it('links a server to its own page, once', () => {
    const markup = shown({ kind: 'server', toolId: 'registry/g/s' })
    expect(markup.match(/href="\/server\/registry\/g\/s"/g)).toHaveLength(1)
  })

  it('names the server as publisher/server, and what is official', () => {
    expect(textOf(shown())).toContain(' g/s ')
    expect(textOf(shown())).not.toContain('official')
    expect(textOf(shown({ official: true }))).toContain('g/s · official')
  })

  it('shows no number for what is not rated', () => {
    const text = textOf(shown({ grade: 'unrated', score: 41.3 }))
    expect(text).toContain('Not rated yet')
    expect(text).not.toContain('41.3')
  })

  it('shows median and 95th percentile, or that they are not known', () => {
    expect(textOf(shown())).toContain('210 ms / 1.2 s')
    expect(textOf(shown({ latency: null }))).toContain(' – ')
  })

  it.each([
    [0, '1 tool here'],
    [1, '2 tools here'],
    [4, '5 tools here'],
  ])('a product has its best tool and %d others', (tools, words) => {
    const given = tools === 0 ? { tools, first: [] } : folded(tools)
    const text = textOf(shown({ folded: given }, 'products'))
    expect(text).toContain(
      `Files g/s · ${words} <b>Read</b>`.replace('<b>Read</b>', '&lt;b&gt;Read&lt;/b&gt; Working A 90.0'),
    )
    expect(text.includes('Copy Down F 10.0')).toBe(tools > 0)
    expect(text.includes('All tools of')).toBe(tools > 1)
  })

  it('says who publishes a product, and how that is known', () => {
    const by = (state: 'verified' | 'claimed' | 'unknown', name: string | null = 'GitHub') =>
      textOf(shown({ publisher: { name, state }, official: true }, 'short'))
    expect(by('verified')).toContain('by GitHub · verified')
    expect(by('claimed')).toContain('by GitHub · claimed')
    expect(by('unknown', null)).toContain('g/s · official')
    expect(by('verified')).not.toContain('official')
  })

  it('a server without tools has none to show', () => {
    expect(shown({ kind: 'server', folded: { tools: 0, first: [] } }, 'products')).not.toContain('<details')
  })

  it('in its short form shows the product and how many tools it has in the list', () => {
    const text = textOf(shown({ folded: folded(2), official: true }, 'short'))
    expect(text).toContain('Files g/s · official · 3 tools here')
    expect(text).not.toContain('Reads')
  })

  it('has no style attribute, which the policy of pages would refuse', () => {
    expect(shown({ folded: folded(4) }, 'products')).not.toContain('style=')
  })
})
