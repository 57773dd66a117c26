import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { NamedProduct, ProductOfName } from '@/lib/contract/shapes/named-product'
import type { ProductRating } from '@/lib/products/rules/product-rating'
import { textOf } from '../test-render'
import { SearchResults } from './search-results'
import type { ListedResult, ShownAnswer, ShownNamed } from './shown-search'

const NOW = new Date('2026-11-22T12:00:00Z')
const AT = '2026-11-22T11:58:00Z'
const HOSTILE = '<img src=x onerror=alert(1)>'

const row = (id: string, more: Partial<ListedResult> = {}): ListedResult => ({
  toolId: `r/${id}/server`,
  kind: 'server',
  name: `Name of ${id}`,
  description: 'Looks after <b>things</b>, one after the other, until all of them are done.',
  serverId: `r/${id}/server`,
  serverTitle: `Name of ${id}`,
  productId: id,
  publisher: { name: id, state: 'claimed' },
  ...{ verdict: 'healthy', status: 'healthy', score: 95, grade: 'A', recommendation: 'proceed', access: 'open' },
  reasons: [{ code: 'answered', text: 'It answered.' }],
  ...{ inputSchema: null, relevance: 0.9, asOf: AT, match: 'text', alsoListedAs: [], official: false },
  ...{ latency: { medianMs: 210, p95Ms: 430 }, registry: 'docker', isInstallable: true },
  ...more,
})
const named = (id: string, more: Partial<ProductOfName> = {}): ProductOfName => ({
  ...{ productId: id, name: `Name of ${id}`, leader: `r/${id}/server`, lookAlike: false },
  publisher: { name: id, state: 'claimed' },
  ...more,
})
const product = (more: Partial<NamedProduct>): NamedProduct => ({
  ...{ intent: 'name', name: 'acme', match: 'own', meant: null, alsoNamed: [], alsoNamedCount: 0, nearest: [] },
  ...more,
})
const servers = (...ids: string[]) => new Map(ids.map((id) => [`r/${id}/server`, row(id)]))
const productRating: ProductRating = {
  ...{
    ways: [],
    ratedBy: 'r/acme/server',
    gradeOf: null,
    verdict: 'healthy',
    status: 'healthy',
    score: 95,
    grade: 'A',
  },
  ...{ recommendation: 'proceed', isUnsafe: false, sign: 'healthy', summary: 'Working: remote answers in 210 ms' },
}
const answer = {
  ...{
    productRating,
    server: row('acme'),
    days: undefined,
    change: null,
    hasAlternatives: true,
    setups: null,
    instead: null,
  },
  entry: { serverTitle: 'Acme MCP Server', remotes: [], isDeleted: false },
  health: {
    ...{ status: 'healthy', grade: 'A', reasons: [{ code: 'answered', text: '' }], downSince: null },
    ...{
      axes: { access: 'open', reachable: true, verified: 'probe' },
      lastProbe: { at: AT, outcome: 'ok', reason: 'answered' },
    },
    ...{
      forecast: { basis: 'own', horizons: [{ hours: 1, up: 0.99 }] },
      uptime: { '30d': { ratio: 1, observedHours: 700 } },
    },
  },
} as unknown as ShownAnswer

const shown = (
  asked: ShownNamed | null,
  rows: ListedResult[] = [],
  more: Partial<Parameters<typeof SearchResults>[0]> = {},
) =>
  renderToStaticMarkup(
    <SearchResults
      {...{
        named: asked,
        rows,
        hasMore: false,
        unsafeFits: [],
        days: new Map(),
        replaceable: new Set(),
        now: NOW,
        page: 1,
      }}
      {...{ searched: { servers: 10770, tools: 18503 }, parameters: { q: 'acme' } }}
      {...more}
    />,
  )

describe('a search', () => {
  it('for a product answers the question first, then lists others of its name and related ones', () => {
    const asked = product({
      intent: 'status',
      meant: named('acme'),
      alsoNamed: [named('stranger')],
      alsoNamedCount: 22,
    })
    const markup = shown(
      {
        product: asked,
        servers: servers('acme', 'stranger'),
        productRatings: new Map([['stranger', productRating]]),
        answer,
      },
      [row('related')],
    )
    const text = textOf(markup)
    const places = [
      'No. Name of acme’s MCP server answered',
      'Also named Name of acme',
      '22 other products',
      'Related products',
      'Name of related',
    ]
    expect(
      places.map((one) => text.indexOf(one)).every((place, at, all) => place >= 0 && place >= (all[at - 1] ?? 0)),
    ).toBe(true)
    expect(markup).toContain('href="/product/acme"')
    expect(markup).toContain('href="/server/r/acme/server#install"')
    expect(text).toContain('Read as: is the product “acme” down?')
    expect(markup).toContain('href="/search?as=words&amp;q=acme"')
  })

  it('for a stranger’s product of that name says whose it is', () => {
    const asked = product({ intent: 'status', match: 'only', meant: named('acme') })
    expect(textOf(shown({ product: asked, servers: servers('acme'), productRatings: new Map(), answer }))).toContain(
      'No. Name of acme by acme answered',
    )
  })

  it('for an unknown name shows no state of anything', () => {
    const nearest = [{ ...named('acne', { name: HOSTILE }), near: 'one letter differs' }]
    const asked = product({ intent: 'status', match: 'none', nearest })
    const markup = shown({ product: asked, servers: servers('acne'), productRatings: new Map(), answer: null }, [
      row('other'),
    ])
    const text = textOf(markup)
    expect(text).toContain('Acme is not in this catalog')
    expect(text).toContain('one letter differs')
    expect(text).toContain('10,770 servers and 18,503 tools')
    expect(markup).not.toMatch(/data-status|text-healthy|Working|Name of other|<img/)
  })

  it('for a name of several strangers takes none for the one meant', () => {
    const several = {
      match: 'several',
      alsoNamed: [named('one'), named('two')],
      alsoNamedCount: 2,
    } satisfies Partial<NamedProduct>
    const asked = (intent: NamedProduct['intent']) => ({
      product: product({ ...several, intent }),
      servers: servers('one', 'two'),
      productRatings: new Map(),
      answer: null,
    })
    expect(textOf(shown(asked('name'), [row('one'), row('two')]))).toContain(
      'Of none is it known that it is the one meant.',
    )
    const question = shown(asked('status'), [row('three')])
    expect(textOf(question)).toMatch(/Named Acme.*Name of one.*Name of two.*Related products/s)
    expect(question).not.toMatch(/id="best-title"/)
  })

  it('marks a look-alike, and underlines its letters of another script', () => {
    const alsoNamed = [named('fake', { name: 'Аcme', lookAlike: true })]
    const markup = shown({
      product: product({ meant: named('acme'), alsoNamed, alsoNamedCount: 1 }),
      servers: servers('acme'),
      productRatings: new Map(),
      answer,
    })
    expect(textOf(markup)).toContain('look-alike')
    expect(markup).toContain('<u>А</u>')
  })

  it('for words shows registry and publisher of each row, whole descriptions, installing, and further pages', () => {
    const rows = [row('one'), row('two'), row('three', { status: 'down', verdict: 'down', name: HOSTILE })]
    const markup = shown(null, rows, {
      hasMore: true,
      page: 2,
      replaceable: new Set(['r/three/server']),
      parameters: { q: 'acme', status: 'down' },
    })
    expect(markup).not.toMatch(/<img|<b>|clamp-1/)
    expect(textOf(markup)).toContain('by two · claimed · docker')
    expect(markup).toContain('aria-label="Install Name of two"')
    expect(markup).toContain('href="/alternatives/r/three/server"')
    expect(markup).toContain('rel="prev" href="/search?q=acme&amp;status=down"')
    expect(markup).toContain('rel="next" href="/search?page=3&amp;q=acme&amp;status=down"')
    expect(markup).toMatch(/aria-current="true"[^>]*>Down</)
    expect(markup).toMatch(/aria-current="page"[^>]*>Page 2</)
  })
})
