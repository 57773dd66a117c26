import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { searchEndpoint } from '../api/operations/search'
import { openTestContext } from '../api/test-context'
import { CompactSearchAnswer } from '../contract/compact'
import { MOST_ALSO_NAMED } from '../contract/shapes/named-product'
import { SearchAnswer } from '../contract/shapes/test-answers'
import { streamable, testServer } from '../store/test-catalog'
import { resolveHere, resolveProducts } from './resolve-products'
import { NO_CORRECTIONS } from './rules/corrections'

const now = new Date('2026-11-22T12:00:00Z')
const LISTINGS = 300
const listing = (owner: string, title: string, more: Parameters<typeof testServer>[1] = {}) =>
  testServer(`r/${owner}/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`, {
    title,
    repository: `https://github.com/${owner}/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    ...more,
  })
const CATALOG = [
  listing('acmeworks', 'Acmeworks', { remotes: [streamable('https://mcp.acmeworks.com/mcp')] }),
  listing('stranger', 'Acmeworks MCP Server'),
  listing('one', 'Climate'),
  listing('two', 'Climate MCP'),
  listing('solo', 'Sundial'),
  listing('mark', '<img src=x onerror=alert(1)>\u202eevil'),
  ...Array.from({ length: LISTINGS }, (_, n) => listing(`owner${n}`, 'Storm')),
]

describe('what is asked by name', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => {
    opened = await openTestContext(CATALOG, now)
    const { db } = opened.context
    const [clock, signal] = [() => now, new AbortController().signal]
    await resolveProducts({
      db,
      corrections: NO_CORRECTIONS,
      resolve: resolveHere,
      clock,
      signal,
      log: () => undefined,
    })
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.finder.find = () => []
  })

  const ask = async (q: string, more: Record<string, string> = {}) => {
    const url = `http://assay.test/v1/search?${new URLSearchParams({ q, ...more })}`
    const answer = await (await searchEndpoint.handle(new Request(url), opened.context)).json()
    return (more.compact === '1' ? CompactSearchAnswer : SearchAnswer).parse(answer)
  }
  const productOf = async (q: string) => SearchAnswer.parse(await ask(q)).product

  test.each([
    ['acmeworks', 'name'],
    ['Acmeworks MCP', 'name'],
    ['is Acmeworks down?', 'status'],
    ['Is the acmeworks mcp server working right now?', 'status'],
    ['acmeworks status', 'status'],
    ['install acmeworks', 'install'],
    ['acmeworks alternatives', 'alternatives'],
    ['alternatives to acmeworks', 'alternatives'],
  ])('%j asks %s of the publisher’s own', async (q, intent) => {
    expect(await productOf(q)).toMatchObject({
      ...{ intent, match: 'own', alsoNamedCount: 1, nearest: [] },
      meant: { leader: 'r/acmeworks/acmeworks', publisher: { name: 'acmeworks.com', state: 'verified' } },
      alsoNamed: [{ leader: 'r/stranger/acmeworks-mcp-server', publisher: { state: 'claimed' } }],
    })
  })

  test('a name that one product has is that one, whoever publishes it', async () => {
    expect(await productOf('sundial')).toMatchObject({
      match: 'only',
      meant: { leader: 'r/solo/sundial', publisher: { name: 'solo', state: 'claimed' } },
    })
  })

  test('of strangers of one name none is taken for the one meant', async () => {
    expect(await productOf('is climate down?')).toMatchObject({
      ...{ match: 'several', meant: null, alsoNamedCount: 2 },
      alsoNamed: [{ leader: 'r/one/climate' }, { leader: 'r/two/climate-mcp' }],
    })
  })

  test('a name that hundreds have is answered with the first ones and their number', async () => {
    const product = await productOf('storm')
    expect(product).toMatchObject({ match: 'several', alsoNamedCount: LISTINGS })
    expect(product?.alsoNamed).toHaveLength(MOST_ALSO_NAMED)
  })

  test.each(['sundail', 'sundal', 'is sundail down?'])('%j is no name here, and near one', async (q) => {
    expect(await productOf(q)).toMatchObject({
      ...{ match: 'none', meant: null, alsoNamed: [], nearest: [{ leader: 'r/solo/sundial' }] },
    })
  })

  test('what results have the word of is a task, however alike a name is', async () => {
    opened.finder.find = () => [{ id: 'r/solo/sundial', relevance: 0.9 }]
    expect(await productOf('title')).toBeNull()
    expect(await productOf('sundail')).toMatchObject({ match: 'none' })
  })

  test.each([
    'read a file',
    'add a comment to an issue',
    'r/solo/sundial',
    'https://github.com/solo/sundial',
    '{',
    '?!',
  ])('%j names no product', async (q) => {
    expect(await productOf(q)).toBeNull()
  })

  test('filters do not make a word a name', async () => {
    expect((await ask('unknownword', { status: 'down' })).product).toBeNull()
    expect((await ask('is unknownword down', { status: 'down' })).product).toMatchObject({ match: 'none' })
  })

  test('the compact form has what is needed to go on', async () => {
    expect((await ask('is acmeworks down', { compact: '1' })).product).toMatchObject({
      ...{ intent: 'status', name: 'acmeworks', match: 'own', meant: { productId: 'acmeworks-com' } },
    })
  })

  test.each([
    'is \u202eevil down?',
    'is <script>alert(1)</script> down?',
    `is ${'x'.repeat(9000)} down?`,
    'is ٱلسلام down?',
    "is ' OR 1=1 -- down?",
    'is %_\\ down?',
    '\u0000'.repeat(500),
  ])('a hostile name is answered', async (q) => {
    const product = await productOf(q)
    expect(JSON.stringify(product).length).toBeLessThan(4000)
    expect(product?.name ?? '').not.toMatch(/[\u202a-\u202e\0]/)
  })
})
