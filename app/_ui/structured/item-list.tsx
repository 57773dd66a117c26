import type { Crumb } from './breadcrumbs'
import { JsonLd } from './json-ld'

interface ItemListProps {
  name: string
  /** In the order of the page. */
  items: readonly Crumb[]
  /** Position of the first item in the whole list, which may run over several pages; null: the list ranks nothing. */
  from: number | null
  /** Items of the whole list. */
  total: number
  baseUrl: string
}

/** A list as schema.org ItemList; nothing where the page has none of its items. */
export function ItemList({ name, items, from, total, baseUrl }: ItemListProps) {
  if (items.length === 0) return null
  return (
    <JsonLd
      data={{
        '@type': 'ItemList',
        name,
        numberOfItems: total,
        itemListOrder: `https://schema.org/${from === null ? 'ItemListUnordered' : 'ItemListOrderDescending'}`,
        itemListElement: items.map((item, at) => ({
          '@type': 'ListItem',
          ...(from !== null && { position: from + at }),
          name: item.name,
          url: `${baseUrl}${item.path}`,
        })),
      }}
    />
  )
}
