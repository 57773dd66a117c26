import { z } from 'zod'
import { operation } from '../../contract/operation'
import { ProductId } from '../../contract/shapes/terms'
import { ProductAnswer } from './product'
import example from './product-example.json' with { type: 'json' }

/** What a product is, and why. */
export const PRODUCT_OPERATIONS = {
  product: operation({
    method: 'GET',
    path: '/v1/products/{productId}',
    summary: 'What a product is, whose it is, and why',
    description:
      'A product is what people mean by a name: its address, packages, image and listings under one identity. Which entries of catalogs it has, on what each join rests, what contradicts it, and who publishes it. An id that a product had before it was joined with another answers that one.',
    pathParameters: ['productId'],
    input: z.strictObject({ productId: ProductId }),
    output: ProductAnswer,
    example,
    errors: ['unknown_product'],
    cache: { maxAgeSeconds: 30 },
  }),
} as const
