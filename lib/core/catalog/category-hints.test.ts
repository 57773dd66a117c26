import { describe, expect, it } from 'vitest'
import { slugsOfLabel } from './category-hints'

describe('the labels of the catalogs', () => {
  it.each([
    ['Web Search & Research', 'web-search'],
    ['search-data-extraction', 'web-search'],
    ['Development Tools', 'code'],
    ['devtools', 'code'],
    ['Currency Exchange', 'finance-markets'],
    ['E-commerce', 'ecommerce'],
  ])('map %s to %s first', (label, slug) => {
    expect(slugsOfLabel(label)[0]).toBe(slug)
  })

  it.each(['Other', 'Others', 'uncategorized', 'Miscellaneous', 'tools', '', 'constructor', '__proto__'])(
    'have no category when they are %j',
    (label) => {
      expect(slugsOfLabel(label)).toEqual([])
    },
  )
})
