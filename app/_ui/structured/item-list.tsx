import type { Crumb } from './breadcrumbs'
import { JsonLd } from './json-ld'

interface ItemListProps {
  name: string
  /** In the order of the page. */
  items: readonly Crumb[]
  /** Position of the first item in the whole list, which may run over several pages; 1 by default. */
  from?: number
  /** Items of the whole list. */
  total: number
  baseUrl: string
}

/** A ranked list as schema.org ItemList. */
export function ItemList({ name, items, from = 1, total, baseUrl }: ItemListProps) {
  return (
    <JsonLd
      data={{
        '@type': 'ItemList',
        name,
        numberOfItems: total,
        itemListOrder: 'https://schema.org/ItemListOrderDescending',
        itemListElement: items.map((item, at) => ({
          '@type': 'ListItem',
          position: from + at,
          name: item.name,
          url: `${baseUrl}${item.path}`,
        })),
      }}
    />
  )
}
