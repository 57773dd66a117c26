import { drawProductPicture, type ProductPictureFacts } from '@/app/_ui/pictures/product-picture'
import { dayStrips } from '@/lib/api/page-data/day-strips'
import { OPERATIONS } from '@/lib/contract/operations'
import { nameInTypeface } from '@/lib/core/text/typeface'
import { readProduct } from '@/lib/products/operations/product'
import { mountPicture } from '@/lib/runtime/files/picture-file'

const NAME_LENGTH = 40

/** The picture of a product for link previews. */
export const { GET, HEAD } = mountPicture('/picture/product/', async (productId, context) => {
  const input = OPERATIONS.product.input.safeParse({ productId })
  if (!input.success) return undefined
  const { answer, reading } = await readProduct(input.data, context)
  const { sign, summary, grade, ratedBy } = reading.productRating
  const strips = await dayStrips([ratedBy], context)
  const publisher = answer.publisher.name === null ? undefined : nameInTypeface(answer.publisher.name, NAME_LENGTH)
  const facts: ProductPictureFacts = {
    name: nameInTypeface(answer.name, NAME_LENGTH) ?? nameInTypeface(answer.productId, NAME_LENGTH) ?? 'An MCP server',
    ...{ sign, summary, grade },
    days: (strips.get(ratedBy) ?? []).map(({ state }) => state),
    publisher: publisher === undefined ? null : { name: publisher, state: answer.publisher.state },
    registries: answer.registries.length,
    isDemonstration: context.demonstration,
  }
  return { facts, draw: drawProductPicture }
})
