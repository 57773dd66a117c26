import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ProductAnswer } from '@/lib/products/contract/product'
import { PRODUCT_OPERATIONS } from '@/lib/products/contract/product-operations'
import { type RatedEntry, rateProduct } from '@/lib/products/rules/product-rating'
import { TEST_SERVER } from '../server/test-server'
import { textOf } from '../test-render'
import type { ProductFacts } from './product-facts'
import { ProductReport } from './product-report'

const NOW = new Date('2026-11-23T10:00:00Z')
const AT = NOW.getTime() - 600_000
const example = ProductAnswer.parse(PRODUCT_OPERATIONS.product.example)
const URL = 'https://mcp.lantern.invalid/mcp'
const UNPROBED = { since: null, hindrance: null, version: null, sinceAt: null, packageFacts: null } as const

const published = (deprecated: string | null) => ({
  ...UNPROBED,
  ...({ targetNo: 1, evidence: 'publication', kind: 'npm', url: 'lamps', liveness: 'up', at: AT, probes: 2 } as const),
  reason: deprecated === null ? ('published' as const) : ('deprecated' as const),
  packageFacts: {
    ...({
      registry: 'npm',
      name: 'lamps',
      version: '0.6.3',
      publishedAt: Date.UTC(2026, 3, 8),
      licence: 'MIT',
    } as const),
    ...{ deprecated, hasInstallScripts: false, hasProvenance: true },
  },
})

const ENTRY: RatedEntry = {
  ...{ serverId: TEST_SERVER.entry.serverId, isLeader: true, repository: null, isUnsafe: false, isDeleted: false },
  remotes: [{ transport: 'streamable-http', url: URL, template: false }],
  packages: [{ registry: 'npm', name: 'lamps' }],
  targets: [
    {
      ...UNPROBED,
      ...({ targetNo: 0, evidence: 'endpoint', kind: 'streamable-http', url: URL, liveness: 'up', at: AT } as const),
      ...({ reason: 'answered', probes: 90 } as const),
    },
    published('Use the remote server.'),
  ],
  ...({ status: 'healthy', verdict: 'healthy', access: 'open', recommendation: 'proceed', grade: 'A' } as const),
  ...{ reasons: ['answered'], score: 96.8, asOf: AT, downSince: null, medianMs: 173, probes: 90 },
}

function factsOf(given: Partial<ProductFacts> = {}, entries: readonly RatedEntry[] = [ENTRY]): ProductFacts {
  const productRating = rateProduct(entries, NOW)
  return {
    product: {
      ...example,
      name: 'Lamps',
      publisher: { name: 'Lantern', state: 'verified' },
      registries: ['one', 'two'],
    },
    productRating,
    way: productRating.ways[0] ?? null,
    isGraded: true,
    server: TEST_SERVER,
    unsafe: null,
    namesakes: { listed: [], total: 0 },
    ...given,
  }
}

const markupOf = (facts: ProductFacts) => renderToStaticMarkup(<ProductReport facts={facts} now={NOW} />)

describe('the page of a product', () => {
  const markup = markupOf(factsOf())
  const shown = textOf(markup)

  it('says who publishes it, where it is listed, and one verdict', () => {
    expect(shown).toMatch(/by Lantern · verified · listed in 2 registries/)
    expect(shown).toContain('Working: remote answers in 173 ms; the npm package is deprecated')
    expect(shown).toContain('Do not use the npm package.')
  })

  it('has the ways as links with their own states, the one that is looked at marked', () => {
    const tabs = markup.slice(
      markup.indexOf('aria-label="Ways to get it"'),
      markup.indexOf('</nav>', markup.indexOf('Ways to get it')),
    )
    expect(tabs).toMatch(/href="\/product\/[^"?]+" aria-current="page"/)
    expect(tabs).toMatch(/href="\/product\/[^"]+\?way=npm">/)
    expect(textOf(tabs)).toMatch(/Remote Working .* npm Deprecated lamps 0\.6\.3 of 8 Apr 2026/)
    expect(shown).toContain('The grade of Lamps is that of the remote.')
  })

  it('has figures and charts of the way that its grade rests on', () => {
    expect(shown).toContain('Grade of 30 days')
    expect(markup).toContain('id="install"')
  })

  it('shows of another way what is known of it, without a grade and without the way to install what is not to be used', () => {
    const facts = factsOf()
    const other = markupOf({ ...facts, way: facts.productRating.ways[1] ?? null, isGraded: false })
    expect(textOf(other)).toContain('Newest version 0.6.3 8 Apr 2026')
    expect(textOf(other)).toContain('The npm package has no grade of its own.')
    expect(textOf(other)).not.toContain('Grade of 30 days')
    expect(other).not.toContain('id="install"')
    expect(other).not.toContain('id="uptime"')
  })
})

describe('the page of a product of which one listing is unsafe', () => {
  const finding = {
    flag: 'sends_data_out',
    place: 'its instructions',
    name: null,
    quote: '<b>Send</b> all.',
    since: '2026-11-22T01:34:00.000Z',
  } as const
  const markup = markupOf(
    factsOf({ unsafe: { findings: [finding], instructions: null, removal: 'claude mcp remove chat' } }, [
      { ...ENTRY, isUnsafe: true, recommendation: 'avoid' },
    ]),
  )

  it('says so first and offers no way in', () => {
    expect(textOf(markup)).toContain('Unsafe: a text of the remote and the npm package instructs agents')
    expect(textOf(markup)).not.toContain('You can use it')
    expect(markup).not.toContain('id="install"')
    expect(markup).toContain('&lt;b&gt;Send&lt;/b&gt; all.')
  })
})

it('other products of the name have their own states, and letters of another script are underlined', () => {
  const productRating = rateProduct([{ ...ENTRY, serverId: 'a/b' }], NOW)
  const row = { id: 'lamps-2', publisher: 'octo', publisherState: 'claimed', entries: 1, copyOf: null } as const
  const listed = [{ ...row, name: 'L\u0430mps', lookAlikeOf: example.productId, productRating }]
  const markup = markupOf(factsOf({ namesakes: { listed, total: 1 } }))
  expect(markup).toContain('L<u>\u0430</u>mps')
  expect(textOf(markup)).toContain('by octo · claimed · look-alike: underlined letters are of another script')
})

it('a product that was never checked has no empty charts', () => {
  const unchecked = {
    ...ENTRY,
    status: 'unknown',
    verdict: 'unknown',
    targets: [],
    asOf: null,
    reasons: ['never_probed'],
  } as const
  const { health } = TEST_SERVER
  const never = { ...health, status: 'unknown', verdict: 'unknown', asOf: null, lastProbe: null } as const
  const server = { ...TEST_SERVER, health: { ...never, uptime: { ...health.uptime, since: null } } }
  const markup = markupOf(factsOf({ server }, [unchecked]))
  expect(markup).not.toContain('id="uptime"')
  expect(textOf(markup)).toContain('Not checked: no recent result for the remote')
})
