import { describe, expect, it } from 'vitest'
import { type Corrections, NO_CORRECTIONS } from './corrections'
import type { ListedServer } from './identity'
import { type Product, productsOf } from './products'
import { entry } from './test-entries'

const LANTERN: Corrections = {
  ...NO_CORRECTIONS,
  publishers: [
    { name: 'Lantern', owners: ['lantern'], domains: ['lantern.io'] },
    { name: 'Northwind', owners: ['northwind'], domains: ['northwind.com'] },
  ],
}

/** The products as sets of ids, each in the order of its ids. */
const _sets = (products: readonly Product[]) => products.map(({ servers }) => [...servers].sort())
const of = (entries: readonly ListedServer[], corrections = NO_CORRECTIONS) => productsOf(entries, corrections)
const holding = (products: readonly Product[], id: string) => products.find(({ servers }) => servers.includes(id))
const _basesOf = (one: ListedServer, other: ListedServer, corrections = NO_CORRECTIONS) =>
  of([one, other], corrections).map(({ links }) => links.map(({ basis }) => basis))

describe('bad entries', () => {
  const own = entry('official/io.github.lantern/lamps', {
    title: 'Lantern Lamps',
    description: 'Switches every lamp of a house on and off, and tells which one burns.',
    repository: 'lantern/lamps',
    packages: ['@lantern/lamps'],
    tools: 'on off burns dim colour',
  })

  it('a fork that copies everything but its address is a copy, and not verified', () => {
    const fork = { ...own, id: 'reg/lamps', remotes: entry('', { at: 'https://evil.example.net/mcp' }).remotes }
    const products = of([own, fork], LANTERN)
    expect(holding(products, own.id)).toMatchObject({ publisher: { name: 'Lantern', state: 'verified' }, copyOf: null })
    expect(holding(products, fork.id)).toMatchObject({ copyOf: own.id, publisher: { state: 'claimed' } })
    expect(holding(products, fork.id)?.contradictions).toMatchObject([{ other: own.id, code: 'two_sites' }, {}])
  })

  it('a fork under its own account is a copy by its tools', () => {
    const fork = entry('reg/octo/lamps', { repository: 'octo/lamps', tools: 'on off burns dim colour' })
    const products = of([own, fork], LANTERN)
    expect(holding(products, fork.id)).toMatchObject({ copyOf: own.id, contradictions: [{ code: 'copied_tools' }] })
  })

  it('a registry that publishes others’ code under its own scope made a copy', () => {
    const again = entry('toolsdk/toolsdk.ai/lamps', { repository: 'lantern/lamps', packages: ['@toolsdk.ai/lamps'] })
    const products = of([own, again], LANTERN)
    expect(holding(products, again.id)).toMatchObject({ copyOf: own.id, publisher: { state: 'claimed' } })
  })

  it.each(['smithery/lantern', 'toolsdk/lantern', 'official/io.github.lantern-mcp/lantern', 'x/lantern/lantern'])(
    'a registry’s %s claims a known name, and is not verified',
    (id) => {
      const [product] = of([entry(id, { title: 'Lantern', repository: 'stranger/lantern' })], LANTERN)
      expect(product?.publisher).not.toMatchObject({ state: 'verified' })
    },
  )

  it('a domain with the label of a known publisher is not its', () => {
    for (const repository of [null, 'lantern/lamps', 'stranger/lamps']) {
      const one = entry('a/lamps', { title: 'Lantern', at: 'https://mcp.lantern.xyz/mcp', repository })
      expect(of([one], LANTERN)[0]?.publisher).toEqual({ name: 'lantern.xyz', state: 'claimed', why: 'address' })
    }
  })

  it('two products of one name stay two, and two known publishers are kept apart', () => {
    const products = of(
      [
        entry('a/lamps', { repository: 'lantern/lamps', packages: ['lamps'] }),
        entry('b/lamps', { repository: 'northwind/lamps', packages: ['lamps'] }),
      ],
      LANTERN,
    )
    expect(products).toHaveLength(2)
    expect(products[0]?.contradictions).toEqual([{ one: 'a/lamps', other: 'b/lamps', code: 'two_publishers' }])
  })

  it('a name in letters of another script is shown as a look-alike', () => {
    const products = of([own, entry('reg/x', { title: 'Lаntern Lаmps' })], LANTERN)
    expect(holding(products, 'reg/x')).toMatchObject({ lookAlikeOf: own.id, publisher: { state: 'unknown' } })
    expect(of([own, entry('reg/x', { title: 'Погода' })])[1]?.lookAlikeOf).toBeNull()
  })

  it('a namespace of another account than the repository is shown', () => {
    const [product] = of([entry('official/io.github.octo/lamps', { repository: 'lantern/lamps' })])
    expect(product?.contradictions).toMatchObject([{ code: 'namespace_of_other_owner' }])
  })

  it('1,000 listings of one server are one product, held by 999 links', () => {
    const listings = Array.from({ length: 1000 }, (_, at) =>
      entry(`reg/octo/lamps-${at}`, {
        title: 'Lamps',
        repository: 'octo/lamps',
        packages: ['lamps'],
        at: 'https://lamps.io',
      }),
    )
    const products = of(listings)
    expect(products).toHaveLength(1)
    expect(products[0]?.links).toHaveLength(999)
  })

  it('hostile texts do no harm', () => {
    const texts = [
      '__proto__',
      'constructor',
      '\u202Egnirts',
      '😀'.repeat(20_000),
      '\uD800',
      '',
      ' / '.repeat(20_000),
      'mcp '.repeat(16_000),
    ]
    const entries = texts.map((text, at) =>
      entry(`reg/${at}/__proto__`, { title: text, description: text, tools: text.slice(0, 40), serverInfoName: text }),
    )
    const products = of(entries)
    expect(products).toHaveLength(texts.length)
    for (const { name } of products) expect([...name].length).toBeLessThanOrEqual(100)
    for (const { name } of products) expect(name).toMatch(/\S/)
  })
})

describe('who publishes a product, and which entry speaks for it', () => {
  const publisherOf = (one: ListedServer, corrections = LANTERN) => of([one], corrections)[0]?.publisher

  it.each([
    ['known_account', 'Lantern', 'verified', entry('a/x', { repository: 'lantern/x' })],
    ['known_account', 'Lantern', 'verified', entry('a/x', { at: 'https://mcp.lantern.io/mcp' })],
    ['own_domain', 'octo.dev', 'verified', entry('a/x', { repository: 'octo/x', at: 'https://mcp.octo.dev/mcp' })],
    ['own_domain', 'octo.dev', 'verified', entry('official/dev.octo/x', { at: 'https://mcp.octo.dev/mcp' })],
    ['own_domain', 'octo.dev', 'verified', entry('a/octo', { title: 'Octo', at: 'https://mcp.octo.dev/mcp' })],
    ['namespace', 'octo', 'claimed', entry('official/io.github.octo/x', { repository: 'octo/x' })],
    ['address', 'octo.dev', 'claimed', entry('a/x', { at: 'https://mcp.octo.dev/mcp' })],
    ['account', 'octo', 'claimed', entry('a/x', { repository: 'octo/x' })],
    ['none', null, 'unknown', entry('a/x', {})],
  ] as const)('%s: %s (%s)', (why, name, state, one) => {
    expect(publisherOf(one)).toEqual({ name, state, why })
  })

  it('the publisher’s own entry leads, one with its address first, and the name is what registries call it', () => {
    const [product] = of(
      [
        entry('a/lamps-mcp-server', { repository: 'lantern/lamps' }),
        entry('b/lamps', { title: 'Lamps (Archived)', repository: 'lantern/lamps', packages: ['lamps'] }),
        entry('c/x', { title: 'Lamps', repository: 'lantern/lamps', at: 'https://mcp.lantern.io/mcp' }),
      ],
      LANTERN,
    )
    expect(product).toMatchObject({ name: 'Lamps', leader: 'c/x', servers: ['c/x', 'b/lamps', 'a/lamps-mcp-server'] })
  })
})
