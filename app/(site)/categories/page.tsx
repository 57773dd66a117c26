import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { CategoryCard } from '@/app/_ui/lists/category-card'
import { topOfCategories } from '@/lib/api/page-data/top-lists'
import { RANKING_RULE_IN_WORDS } from '@/lib/core/verdict/ranking'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Rankings of MCP tools by category',
  description: 'Every category of tools for AI agents: how many are tracked, how many work now, and the best three.',
  path: '/categories',
  json: '/v1/categories',
})

const ROWS_OF_A_CARD = 3

export default async function CategoriesPage() {
  const lists = await topOfCategories(ROWS_OF_A_CARD, await getContext())
  const empty = lists.filter(({ category }) => category.tracked === 0)
  return (
    <>
      <PageHeader
        title="Rankings"
        intro={
          <>
            Tools are ranked {RANKING_RULE_IN_WORDS}. <a href="/v1/categories">JSON</a>.
          </>
        }
      />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
        {lists
          .filter(({ category }) => category.tracked > 0)
          .map(({ category, rows }) => (
            <li key={category.slug} className="min-w-0">
              <CategoryCard category={category} rows={rows} />
            </li>
          ))}
      </ul>
      {empty.length > 0 && (
        <Section id="empty" title="Categories without a tool yet">
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
            {empty.map(({ category: { slug, url, name } }) => (
              <li key={slug}>
                <a href={url} className="quiet-link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
