import hints from './category-hints.json' with { type: 'json' }
import { type CategorySlug, categoryBySlug } from './taxonomy'

/**
 * Labels of the catalogs read, lower-cased, with everything but letters and digits as one space. A wide label lists
 * every category it covers, the likeliest first. Labels without information (other, uncategorized, tools) are left out.
 */
const BY_LABEL: ReadonlyMap<string, readonly CategorySlug[]> = new Map(
  Object.values(hints).flatMap((labels) => Object.entries(labels).map(([label, slugs]) => [label, slugs.map(known)])),
)

function known(slug: string): CategorySlug {
  const category = categoryBySlug(slug)
  if (category === undefined) throw new Error(`category-hints.json names the unknown category ${slug}`)
  return category.slug
}

/**
 * The categories a catalog's own label covers, the likeliest first; empty when the label is unknown or carries no
 * information. Case and punctuation do not matter.
 */
export function slugsOfLabel(label: string): readonly CategorySlug[] {
  const plain = label
    .toLowerCase()
    .slice(0, 100)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return BY_LABEL.get(plain) ?? []
}
