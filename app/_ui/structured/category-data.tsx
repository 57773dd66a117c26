import { idToPath } from 'assay-verify/subject-id'
import type { OutputOf } from '@/lib/contract/operations'
import { Breadcrumbs } from './breadcrumbs'
import { FaqPage } from './faq-page'
import { ItemList } from './item-list'

/** The structured data of a page of a ranking: its place, its rows, and on the first page its questions. */
export function CategoryData({ listing, baseUrl }: { listing: OutputOf<'category'>; baseUrl: string }) {
  const { name, slug, page, rows } = listing
  const trail = [
    { name: 'All rankings', path: '/categories' },
    { name, path: `/category/${slug}` },
  ]
  // What has no rank has no position in a ranked list.
  const ranked = rows.filter(({ rank }) => rank !== null)
  const items = ranked.map((row) => ({ name: row.name, path: `/${row.kind}/${idToPath(row.toolId)}` }))
  const total = listing.view === 'servers' ? listing.servers : listing.matching
  return (
    <>
      <Breadcrumbs trail={trail} baseUrl={baseUrl} />
      {items.length > 0 && (
        <ItemList
          name={`${name} tools by reliability`}
          items={items}
          from={ranked[0]?.rank ?? 1}
          total={total}
          baseUrl={baseUrl}
        />
      )}
      {page === 1 && <FaqPage questions={listing.faq} />}
    </>
  )
}
