import { expect, test } from 'vitest'
import { RANKING_FILTERS, SEARCH_FILTERS } from '@/app/_ui/lists/filters'
import { namesReadAt } from '@/lib/runtime/pages/page-parameters'

test.each([
  ['/category/files', RANKING_FILTERS],
  ['/search', SEARCH_FILTERS],
])('%s reads the parameters of all its filters', (path, groups) => {
  expect(namesReadAt(path)).toEqual(expect.arrayContaining(groups.map(({ parameter }) => parameter)))
})
