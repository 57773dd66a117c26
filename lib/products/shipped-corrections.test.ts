import { expect, it } from 'vitest'
import { corrections } from './rules/corrections'
import shipped from './rules/products.json' with { type: 'json' }

it('the shipped corrections name publishers, and no entries', () => {
  const { publishers, join, split } = corrections.parse(shipped)
  expect(publishers.length).toBeGreaterThan(100)
  expect([...join, ...split]).toEqual([])
})
