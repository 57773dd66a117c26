import { describe, expect, it } from 'vitest'
import { type Corrections, NO_CORRECTIONS } from './corrections'
import type { ListedServer } from './identity'
import { type Product, productsOf, resolveEntries } from './products'
import { entry } from './test-entries'

const LANTERN: Corrections = {
  ...NO_CORRECTIONS,
  publishers: [
    { name: 'Lantern', owners: ['lantern'], domains: ['lantern.io'] },
    { name: 'Northwind', owners: ['northwind'], domains: ['northwind.com'] },
  ],
}

/** The products as sets of ids, each in the order of its ids. */
const sets = (products: readonly Product[]) => products.map(({ servers }) => [...servers].sort())
const of = (entries: readonly ListedServer[], corrections = NO_CORRECTIONS) => productsOf(entries, corrections)
const holding = (products: readonly Product[], id: string) => products.find(({ servers }) => servers.includes(id))
const basesOf = (one: ListedServer, other: ListedServer, corrections = NO_CORRECTIONS) =>
  of([one, other], corrections).map(({ links }) => links.map(({ basis }) => basis))

describe('entries are one product', () => {
  it('by one address, however it is spoken to', () => {
    const one = entry('a/lamps', { at: 'https://mcp.lamps.io/mcp' })
    expect(basesOf(one, entry('b/other', { at: 'https://mcp.lamps.io/v1/sse' }))).toEqual([['address']])
  })

  it('by one repository that each registry lists once, whatever the names', () => {
    const one = entry('a/x/lamps', { repository: 'lantern/lamps' })
    expect(basesOf(one, entry('b/web-search', { repository: 'Lantern/Lamps' }))).toEqual([['repository']])
  })

  it('by one folder of a repository of many', () => {
    const at = (id: string, folder: string) => entry(id, { repository: `lantern/all/tree/main/src/${folder}` })
    const products = of([at('a/lamps', 'lamps'), at('a/files', 'files'), at('a/maps', 'maps'), at('b/light', 'lamps')])
    expect(sets(products)).toEqual([['a/files'], ['a/lamps', 'b/light'], ['a/maps']])
    expect(holding(products, 'a/lamps')?.links).toMatchObject([{ basis: 'folder' }])
  })

  it('by one package, where owner, project or title agree', () => {
    const one = entry('a/lamps', { repository: 'old/lamps', packages: ['@lantern/lamps'] })
    expect(basesOf(one, entry('b/lamps', { repository: 'new/lamps', packages: ['@lantern/lamps'] }))).toEqual([
      ['package'],
    ])
  })

  it('by one owner and name in two registries', () => {
    const official = entry('official/io.github.octo/mcp-lamps', { repository: 'moved/mcp-lamps' })
    expect(basesOf(official, entry('mcpm/octo/lamps', { repository: 'octo/lamps' }))).toEqual([['path']])
  })

  it('by one owner of two repositories with one title', () => {
    const one = entry('a/lamps', { title: 'Table Lamps', repository: 'octo/lamps' })
    expect(basesOf(one, entry('b/x', { title: 'Table Lamps MCP Server', repository: 'octo/lamps2' }))).toEqual([
      ['owner'],
    ])
  })

  it('by one maker of account and domain, and one name', () => {
    const remote = entry('a/lamps', { title: 'Lantern', at: 'https://mcp.lantern.io/mcp' })
    expect(basesOf(remote, entry('b/lantern', { repository: 'lantern/mcp' }), LANTERN)).toEqual([['maker']])
    expect(basesOf(remote, entry('b/lantern', { repository: 'stranger/mcp' }), LANTERN)).toEqual([[], []])
  })

  it('by one handshake and list of tools, of no two owners', () => {
    const observed = { serverInfoName: 'lantern-lamps', toolsDigest: 'abc' }
    const one = entry('a/lamps', { repository: 'octo/lamps', ...observed })
    expect(basesOf(one, entry('b/light', observed))).toEqual([['handshake']])
    expect(basesOf(one, entry('b/light', { repository: 'fork/lamps', ...observed }))).toEqual([[], []])
    const template = { ...observed, serverInfoName: 'my-mcp-server' }
    expect(basesOf(entry('a/x', template), entry('b/y', template))).toEqual([[], []])
  })

  it('by a third alone', () => {
    const products = of([
      entry('a/lamps', { at: 'https://mcp.lamps.io/mcp' }),
      entry('b/light', { repository: 'octo/lamps' }),
      entry('c/both', { at: 'https://mcp.lamps.io/sse', repository: 'octo/lamps' }),
    ])
    expect(sets(products)).toEqual([['a/lamps', 'b/light', 'c/both']])
  })
})

describe('entries are not one product', () => {
  it.each([
    ['one name alone', entry('a/lamps', {}), entry('b/lamps', {})],
    [
      'an address on the own machine',
      entry('a/x', { at: 'http://localhost:8000/sse' }),
      entry('b/y', { at: 'http://localhost:8000/sse' }),
    ],
    ['a launcher as package', entry('a/x', { packages: ['mcp-remote'] }), entry('b/x', { packages: ['mcp-remote'] })],
    [
      'a copied package',
      entry('a/qwen', { repository: 'julien/qwen', packages: ['quickchart'] }),
      entry('b/quickchart', { repository: 'gong/chart', packages: ['quickchart'] }),
    ],
    [
      'one domain',
      entry('a/docs', { at: 'https://docs.mcp.lamps.io/mcp' }),
      entry('b/radar', { at: 'https://radar.mcp.lamps.io/mcp' }),
    ],
    [
      'the documentation of an interface',
      entry('a/lantern', { docs: 'https://lantern.io/api' }),
      entry('b/lantern', { at: 'https://mcp.lantern.io' }),
    ],
  ])('by %s', (_, one, other) => {
    expect(of([one, other])).toHaveLength(2)
  })

  it('where one repository is given for all its servers', () => {
    const all = ['maps', 'files', 'mail', 'time'].map((name) => entry(`a/${name}`, { repository: 'lantern/servers' }))
    const products = of(all)
    expect(products).toHaveLength(4)
    expect(products[0]?.contradictions.map(({ code }) => code)).toEqual([
      'one_repository',
      'one_repository',
      'one_repository',
    ])
  })

  it('where a repository is left from a template', () => {
    const strangers = ['a', 'b', 'c', 'd', 'e'].map((name) => entry(`x/${name}/lamps`, { repository: 'acme/template' }))
    expect(of(strangers)).toHaveLength(5)
  })

  it('where the package shows that the repository is another thing’s', () => {
    const products = of([
      entry('a/airbnb', { repository: 'open/airbnb', packages: ['airbnb'] }),
      entry('b/airbnb', { repository: 'open/airbnb', packages: ['airbnb'] }),
      entry('c/airbnb', { repository: 'deep/research', packages: ['airbnb'] }),
      entry('d/research', { repository: 'deep/research' }),
    ])
    expect(sets(products)).toEqual([['a/airbnb', 'b/airbnb', 'c/airbnb'], ['d/research']])
  })
})

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

describe('corrections of an operator', () => {
  const [one, two, three] = ['a/1', 'b/2', 'c/3'].map((id) => entry(id, { at: 'https://lamps.io/mcp' })) as [
    ListedServer,
    ListedServer,
    ListedServer,
  ]

  it('join what nothing joins, also in a cycle', () => {
    const apart = ['a/1', 'b/2', 'c/3'].map((id) => entry(id, {}))
    const join = [
      ['a/1', 'b/2'],
      ['b/2', 'c/3'],
      ['c/3', 'a/1'],
    ]
    expect(sets(of(apart, { ...NO_CORRECTIONS, join }))).toEqual([['a/1', 'b/2', 'c/3']])
  })

  it('split what a fact joins, directly and through a third, and that is shown', () => {
    const products = of([one, two, three], { ...NO_CORRECTIONS, split: [['a/1', 'b/2']] })
    expect(products).toHaveLength(2)
    expect(holding(products, 'a/1')).not.toBe(holding(products, 'b/2'))
    expect(holding(products, 'a/1')?.contradictions).toMatchObject([{ code: 'split_by_operator' }])
  })

  it('report ids that no entry has, and go on without them', () => {
    const corrections = {
      ...NO_CORRECTIONS,
      join: [
        ['a/1', 'gone/x'],
        ['gone/x', 'b/2'],
      ],
      split: [['c/3', 'gone/y']],
    }
    const { products, unknown } = resolveEntries([entry('a/1', {}), entry('b/2', {}), entry('c/3', {})], corrections)
    expect(unknown).toEqual(['gone/x', 'gone/y'])
    expect(products.flatMap(({ servers }) => servers).sort()).toEqual(['a/1', 'b/2', 'c/3'])
  })
})
