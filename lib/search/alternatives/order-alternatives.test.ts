import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Offer, orderOffers } from './order-alternatives'

const offer = (id: string, similarity: number, more: Partial<Offer> = {}): Offer => ({
  id,
  similarity,
  verdict: 'healthy',
  score: 70,
  otherHost: true,
  ...more,
})
const idsOf = (offers: readonly Offer[]) => orderOffers(offers).map(({ id }) => id)

test('living ones come before unknown ones, then the more similar', () => {
  const offers = [
    offer('unknown', 0.9, { verdict: 'unknown' }),
    offer('degraded', 0.7, { verdict: 'degraded' }),
    offer('healthy', 0.5),
  ]
  expect(idsOf(offers)).toEqual(['degraded', 'healthy', 'unknown'])
})

test('a living one that does something else is no alternative', () => {
  const offers = [offer('same', 0.9, { verdict: 'unknown' }), offer('other', 0.44), offer('akin', 0.45)]
  expect(idsOf(offers)).toEqual(['akin', 'same'])
})

test.each<[string, Partial<Offer>, Partial<Offer>]>([
  ['the better verdict', { verdict: 'degraded' }, { verdict: 'healthy' }],
  ['the better score', { score: 60 }, { score: 61 }],
  ['the one on another host', { otherHost: false }, { otherHost: true }],
])('among equally alike ones %s comes first', (_, worse, better) => {
  expect(idsOf([offer('a', 0.8, worse), offer('b', 0.76, better)])).toEqual(['b', 'a'])
  expect(idsOf([offer('a', 0.8, worse), offer('b', 0.74, better)])).toEqual(['a', 'b'])
})

test('equal ones are ordered by similarity, then by id', () => {
  expect(idsOf([offer('c', 0.8), offer('b', 0.78), offer('a', 0.78)])).toEqual(['c', 'a', 'b'])
})

const anyOffer = fc.record({
  id: fc.string(),
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
  verdict: fc.constantFrom('healthy' as const, 'degraded' as const, 'unknown' as const),
  score: fc.integer({ min: 0, max: 3 }),
  otherHost: fc.boolean(),
})

test('the order does not depend on the input order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyOffer, { selector: ({ id }) => id }), (offers) => {
      const ordered = orderOffers(offers)
      expect(orderOffers([...offers].reverse())).toEqual(ordered)
      const firstUnknown = ordered.findIndex(({ verdict }) => verdict === 'unknown')
      if (firstUnknown >= 0)
        expect(ordered.slice(firstUnknown).every(({ verdict }) => verdict === 'unknown')).toBe(true)
    }),
  )
})
