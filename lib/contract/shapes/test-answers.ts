import { z } from 'zod'
import { SearchResult } from './candidates'

/** Of a search that is not compact. */
export const SearchAnswer = z.object({ results: z.array(SearchResult) })
