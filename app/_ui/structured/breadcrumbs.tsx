import { JsonLd } from './json-ld'

export interface Crumb {
  name: string
  /** Path of its page. */
  path: string
}

/**
 * The place of a page below the home page, as schema.org BreadcrumbList: `trail` begins below the home page and ends
 * with the page itself.
 */
export function Breadcrumbs({ trail, baseUrl }: { trail: readonly Crumb[]; baseUrl: string }) {
  const crumbs = [{ name: 'Assay', path: '/' }, ...trail]
  return (
    <JsonLd
      data={{
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, path }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name,
          item: `${baseUrl}${path}`,
        })),
      }}
    />
  )
}
