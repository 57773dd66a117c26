import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { CategoryGrid } from '@/app/_ui/lists/category-grid'
import { categories } from '@/lib/api/operations/categories'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Categories',
  description: 'Every category of tools for AI agents, with the number of tracked and healthy tools.',
  path: '/categories',
  json: '/v1/categories',
})

export default async function CategoriesPage() {
  const answer = await categories({}, await getContext())
  return (
    <>
      <PageHeader
        title="Categories"
        intro={
          <>
            Tools in a category are ranked by verdict (healthy, degraded, unknown, down), then score, then id.{' '}
            <a href="/v1/categories">View as JSON</a>.
          </>
        }
      />
      <CategoryGrid categories={answer.categories} described />
    </>
  )
}
