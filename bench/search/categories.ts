import { categorize } from '../../lib/search/category/categorize'
import { decodeCategoryWeights } from '../../lib/search/category/category-weights'
import { readLearnedFile } from '../../lib/store/search/learned-files'
import { type CategoryMaterial, readCategoryMaterial } from '../../training/categories/category-examples'
import { crossValidateCategories } from '../../training/categories/cross-validate-categories'
import { type Bench, neededFlags, round } from '../bench'

/**
 * The share of labelled servers whose first category is one their label covers, the label withheld. Weights are trained
 * once a fold and classify only servers they were not trained on; copies of a server are in one fold. `largestShare` is
 * the largest share of all tools under one slug, classified as the product does: with the shipped weights and the
 * catalogs' labels.
 */
export const bench: Bench = {
  flags: { catalog: '' },
  async run(flags, print) {
    const material = await readCategoryMaterial(neededFlags(flags, 'catalog').catalog)
    print(`${material.examples.length} labelled servers of ${material.servers.length}; training once a fold`)
    const { accuracy, coverage, n, folds } = crossValidateCategories(material.examples, material.thesaurus)
    const { slug, share, tools } = largestCategory(material)
    print(`accuracy ${round(accuracy, 4)} at coverage ${round(coverage, 4)}; most tools: ${slug}, ${round(share, 4)}`)
    const figures = { accuracy: round(accuracy, 4), coverage: round(coverage, 4), largestShare: round(share, 4), n }
    return { ...figures, largestSlug: slug, tools, heldOut: 'by group of copies', folds }
  },
}

function largestCategory({ servers }: CategoryMaterial): { slug: string; share: number; tools: number } {
  const weights = decodeCategoryWeights(readLearnedFile('category-weights'))
  const counts = new Map<string, number>()
  let tools = 0
  for (const { title, description, categoryHint, tags, tools: offered } of servers) {
    for (const tool of offered) {
      tools++
      const { name, title: toolTitle, description: toolDescription } = tool
      const own = { name, title: toolTitle, description: toolDescription, categoryHint, tags }
      const slugs = categorize({ ...own, serverTitle: title, serverDescription: description }, weights)
      for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
  }
  const [slug, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['other', 0]
  return { slug, share: count / tools, tools }
}
