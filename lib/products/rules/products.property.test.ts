import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CORRECTIONS } from './corrections'
import { productsOf } from './products'
import { entry } from './test-entries'

const word = fc.constantFrom('lamps', 'files', 'maps', 'mail')
const owner = fc.constantFrom('lantern', 'northwind', 'octo')
const registry = fc.constantFrom('smithery', 'mcpm', 'official', 'toolsdk')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const entries = fc
  .array(
    fc.record({
      registry,
      owner,
      name: word,
      title: word,
      repository: maybe(fc.tuple(owner, word).map((parts) => parts.join('/'))),
      packages: fc.array(word, { maxLength: 1 }),
      at: maybe(fc.tuple(word, owner).map(([host, domain]) => `https://${host}.${domain}.io/mcp`)),
      tools: fc.array(word, { maxLength: 4 }).map((names) => names.join(' ')),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ registry, owner, name, at = [], repository = null, ...stated }, number) =>
      entry(`${registry}/${owner}/${name}-${number}`, { ...stated, at, repository }),
    ),
  )
const sized = fc.tuple(entries, fc.infiniteStream(fc.nat({ max: 1e6 })))
const corrections = {
  ...NO_CORRECTIONS,
  publishers: [
    { name: 'Lantern', owners: ['lantern'], domains: ['lantern.io'] },
    { name: 'Octo', owners: ['octo'], domains: ['octo.io'] },
  ],
}
const SEED = { seed: 26, numRuns: 150 }

describe('products of any catalog', () => {
  it('do not depend on the order of its entries', () => {
    fc.assert(
      fc.property(sized, ([all, order]) => {
        const shuffled = [...all].map((one) => ({ one, at: order.next().value })).sort((a, b) => a.at - b.at)
        const products = productsOf(all, corrections)
        expect(
          productsOf(
            shuffled.map(({ one }) => one),
            corrections,
          ),
        ).toEqual(products)
      }),
      SEED,
    )
  })

  it('hold each entry once, led by one of theirs, with a link fewer than entries', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const products = productsOf(all, corrections)
        expect(products.flatMap(({ servers }) => servers).sort()).toEqual(all.map(({ id }) => id).sort())
        for (const { leader, servers, links } of products) {
          expect(servers[0]).toBe(leader)
          expect(links).toHaveLength(servers.length - 1)
          for (const { one, other } of links) expect(servers).toEqual(expect.arrayContaining([one, other]))
        }
      }),
      SEED,
    )
  })

  it('hold no two entries that are split, and all that are joined', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const [first, second, third, ...others] = all.map(({ id }) => id)
        if (first === undefined || second === undefined || third === undefined) return
        const split = [[first, second, ...others.slice(0, 2)]]
        const products = productsOf(all, { ...corrections, join: [[second, third]], split })
        const held = products.map(({ servers }) => servers.filter((id) => split[0]?.includes(id)).length)
        expect(Math.max(...held)).toBe(1)
        expect(products.some(({ servers }) => servers.includes(second) && servers.includes(third))).toBe(true)
      }),
      SEED,
    )
  })
})
