import { cache } from 'react'
import { isApiError } from '@/lib/contract/errors'
import { OPERATIONS } from '@/lib/contract/operations'
import { productName } from '@/lib/products/product-name'
import { type ProductPage, productPage } from '@/lib/products/product-page'
import { getContext } from '@/lib/runtime/app'

/** The page of a product; undefined: no product has this id. Read once per request. */
export const readProduct = cache(async (given: string, way: string | null): Promise<ProductPage | undefined> => {
  const input = OPERATIONS.product.input.safeParse({ productId: given })
  if (!input.success) return undefined
  try {
    return await productPage(input.data.productId, way, await getContext())
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
})

/** What the product of this id is called, and how many entries it has; null: it is gone meanwhile. */
export const readProductName = async (productId: string) => productName(productId, await getContext())
