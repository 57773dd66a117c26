import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAST_SIMILARITY, type Offer, orderOffers } from './order-alternatives'

const offer = (id: string, similarity: number, more: Partial<Offer> = {}): Offer => ({
  id,
  similarity,
  verdict: 'healthy',
  score: 70,
  otherHost: true,
  inOtherProduct: false,
  ...more,
})
const idsOf = (offers: readonly Offer[]) => orderOffers(offers).map(({ id }) => id)

test('living ones come before unknown ones, then the more similar', () => {
  const offers = [
    offer('unknown', 0.9, { verdict: 'unknown' }),
    offer('degraded', 0.8, { verdict: 'degraded' }),
    offer('healthy', 0.7),
  ]
  expect(idsOf(offers)).toEqual(['degraded', 'healthy', 'unknown'])
})

test('what is less similar than the floor is not listed, living or not', () => {
  const below = LEAST_SIMILARITY - 0.001
  expect(idsOf([offer('same', 0.9, { verdict: 'unknown' }), offer('other', below)])).toEqual(['same'])
  expect(idsOf([offer('least', LEAST_SIMILARITY)])).toEqual(['least'])
  expect(idsOf([offer('other', below)])).toEqual([])
})

test('what works in another product comes last, even where it alone is living', () => {
  const elsewhere = { inOtherProduct: true }
  const offers = [
    offer('elsewhere', 0.9, elsewhere),
    offer('elsewhere, unknown', 0.95, { ...elsewhere, verdict: 'unknown' }),
    offer('unknown', 0.7, { verdict: 'unknown' }),
    offer('living', 0.7),
  ]
  expect(idsOf(offers)).toEqual(['living', 'unknown', 'elsewhere', 'elsewhere, unknown'])
  expect(idsOf(offers.slice(0, 1))).toEqual(['elsewhere'])
})

test.each<[string, Partial<Offer>, Partial<Offer>]>([
  ['the better verdict', { verdict: 'degraded' }, { verdict: 'healthy' }],
  ['the better score', { score: 60 }, { score: 61 }],
])('among equally alike ones %s comes first', (_, worse, better) => {
  expect(idsOf([offer('a', 0.8, worse), offer('b', 0.76, better)])).toEqual(['b', 'a'])
  expect(idsOf([offer('a', 0.8, worse), offer('b', 0.74, better)])).toEqual(['a', 'b'])
})

test('among those of the same hundredth of similarity the one on another host comes first', () => {
  expect(idsOf([offer('a', 0.804, { otherHost: false }), offer('b', 0.796)])).toEqual(['b', 'a'])
  expect(idsOf([offer('a', 0.81, { otherHost: false }), offer('b', 0.8)])).toEqual(['a', 'b'])
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
  inOtherProduct: fc.boolean(),
})

test('the order does not depend on the input order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyOffer, { selector: ({ id }) => id }), (offers) => {
      const ordered = orderOffers(offers)
      expect(orderOffers([...offers].reverse())).toEqual(ordered)
      const places = ordered.map(
        ({ inOtherProduct, verdict }) => 2 * Number(inOtherProduct) + Number(verdict === 'unknown'),
      )
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(ordered).toHaveLength(offers.filter(({ similarity }) => similarity >= LEAST_SIMILARITY).length)
    }),
  )
})
