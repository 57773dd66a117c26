import { encodeCategoryWeights } from '../../lib/search/category/category-weights'
import { readCategoryMaterial } from './category-examples'
import { type CategoryFigures, crossValidateCategories } from './cross-validate-categories'
import { trainCategories } from './train-categories'

/** Learns the categories from all labelled servers of a folder of catalogs; the figures are from held-out folds. */
export async function trainCategoryWeights(dir: string): Promise<{ bytes: Uint8Array; figures: CategoryFigures }> {
  const { examples, thesaurus, inputs } = await readCategoryMaterial(dir)
  const figures = crossValidateCategories(examples, thesaurus)
  const weights = trainCategories(examples, thesaurus)
  const meta = { ...weights.meta, inputs, heldOut: figures }
  return { bytes: encodeCategoryWeights({ ...weights, meta }), figures }
}
