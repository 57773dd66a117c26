import { type CategoryPictureFacts, drawCategoryPicture } from '@/app/_ui/pictures/category-picture'
import { category } from '@/lib/api/operations/category'
import { OPERATIONS } from '@/lib/contract/operations'
import { mountPicture } from '@/lib/runtime/files/picture-file'

/** The picture of a category for link previews. */
export const { GET, HEAD } = mountPicture('/picture/category/', async (slug, context) => {
  const input = OPERATIONS.category.input.safeParse({ slug })
  if (!input.success) return undefined
  const { name, tracked, working } = await category(input.data, context)
  const facts: CategoryPictureFacts = { name, tracked, working, isDemonstration: context.demonstration }
  return { facts, draw: drawCategoryPicture }
})
