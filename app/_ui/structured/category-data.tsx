import { idToPath } from 'assay-verify/subject-id'
import { Breadcrumbs } from './breadcrumbs'
import { FaqPage, type Question } from './faq-page'
import { ItemList } from './item-list'

interface CategoryDataProps {
  name: string
  slug: string
  page: number
  /** Rows of the page with their ranks; null: none are on it. */
  ranked: {
    products: number
    list: readonly { rank: number | null; serverId: string; serverTitle: string }[]
  } | null
  notRated: { products: number; list: readonly { serverId: string; title: string }[] } | null
  faq: readonly Question[]
  baseUrl: string
}

/**
 * The structured data of a page of a category: its place, what it ranks and what is not rated yet, and on the first
 * page its questions.
 */
export function CategoryData({ name, slug, page, ranked, notRated, faq, baseUrl }: CategoryDataProps) {
  const trail = [
    { name: 'All rankings', path: '/categories' },
    { name, path: `/category/${slug}` },
  ]
  // What has no rank has no position in a ranked list.
  const placed = ranked?.list.filter(({ rank }) => rank !== null) ?? []
  return (
    <>
      <Breadcrumbs trail={trail} baseUrl={baseUrl} />
      {ranked !== null && (
        <ItemList
          name={`${name} tools by reliability`}
          items={placed.map(({ serverId, serverTitle }) => itemOf(serverId, serverTitle))}
          from={placed[0]?.rank ?? 1}
          total={ranked.products}
          baseUrl={baseUrl}
        />
      )}
      {notRated !== null && (
        <ItemList
          name={`${name} tools, not rated yet`}
          items={notRated.list.map(({ serverId, title }) => itemOf(serverId, title))}
          from={null}
          total={notRated.products}
          baseUrl={baseUrl}
        />
      )}
      {page === 1 && <FaqPage questions={faq} />}
    </>
  )
}

function itemOf(serverId: string, name: string) {
  return { name, path: `/server/${idToPath(serverId)}` }
}
