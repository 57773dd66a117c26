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
