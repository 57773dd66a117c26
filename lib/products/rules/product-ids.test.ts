import { describe, expect, it } from 'vitest'
import { productIds } from './product-ids'
import type { Product } from './products'

function product(name: string, servers: string[], publisher: Product['publisher']['name'] = null): Product {
  const state = publisher === null ? 'unknown' : 'claimed'
  return {
    ...{ name, servers, leader: servers[0] ?? '', links: [], contradictions: [], copyOf: null, lookAlikeOf: null },
    publisher: { name: publisher, state, why: publisher === null ? 'none' : 'account' },
  }
}
const verified = (one: Product): Product => ({ ...one, publisher: { ...one.publisher, state: 'verified' } })
const none = () => undefined

describe('ids of products', () => {
  it('are made of publisher and name, the shorter one for a verified publisher', () => {
    const products = [product('Git Hub', ['b/1'], 'octo'), product('GitHub', ['a/1'], 'github')]
    expect(productIds(products, none, []).ids).toEqual(['octo-git-hub', 'github'])
    const twice = [product('Lamps', ['a/1', 'a/2'], 'x'), verified(product('Lamps', ['b/1'], 'x'))]
    expect(productIds(twice, none, []).ids).toEqual(['x-lamps-2', 'x-lamps'])
    expect(productIds([product('Lamps', ['a/1'], 'x')], none, ['x-lamps']).ids).toEqual(['x-lamps-2'])
    expect(productIds([product('Lamps', ['a/1'], 'lamps.example')], none, []).ids).toEqual(['lamps-example'])
  })

  it('have letters and digits of ASCII alone, whatever the name', () => {
    const [cyrillic, long] = productIds(
      [product('Ламп', ['реестр/лампы']), product('a'.repeat(500), ['r/s'])],
      none,
      [],
    ).ids
    expect(cyrillic).toBe('product')
    expect(long).toHaveLength(80)
    expect(productIds([product('../<b>Évil</b>', ['x/y'])], none, []).ids).toEqual(['b-evil-b'])
  })

  it('stay with most of the entries, and the others lead there', () => {
    const before: Record<string, string> = { a: 'one', b: 'one', c: 'two', d: 'three' }
    const idOf = (id: string) => before[id]
    const joined = productIds([product('X', ['a', 'b', 'c']), product('Y', ['d'])], idOf, ['one', 'two', 'three'])
    expect(joined.ids).toEqual(['one', 'three'])
    expect([...joined.moves]).toEqual([['two', 'one']])
    const split = productIds([product('X', ['a']), product('Y', ['b', 'c'])], idOf, ['one', 'two', 'three'])
    expect(split.ids).toEqual(['one', 'two'])
    expect(split.moves.size).toBe(0)
  })
})
