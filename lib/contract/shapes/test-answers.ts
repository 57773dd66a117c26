import { z } from 'zod'
import { SearchResult } from './candidates'
import { NamedProduct } from './named-product'

/** Of a search that is not compact. */
export const SearchAnswer = z.object({ product: NamedProduct.nullable(), results: z.array(SearchResult) })
