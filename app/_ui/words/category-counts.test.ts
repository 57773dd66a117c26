import { expect, it } from 'vitest'
import { CATEGORY_COUNTS } from './category-sentences'

it.each([
  [0, 0, 0, 'No tool is listed yet', 'No tool is listed in this category yet.'],
  [1, 0, 1, '0 of 1 MCP tool works now', '1 tool tracked, 0 working now, 1 not rated yet.'],
  [1200, 900, 0, '900 of 1,200 MCP tools work now', '1,200 tools tracked, 900 working now.'],
])('of %d tools of a category %d work and %d are not rated', (tracked, working, unrated, share, counted) => {
  expect(CATEGORY_COUNTS.working({ tracked, working })).toBe(share)
  expect(CATEGORY_COUNTS.tracked({ tracked, working, unrated })).toBe(counted)
})
