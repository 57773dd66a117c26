import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { CategoryGrid } from '@/app/_ui/lists/category-grid'
import { categories } from '@/lib/api/operations/categories'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Categories',
  description: 'Every category of tools for AI agents, with how many are tracked and how many are healthy now.',
  path: '/categories',
  json: '/v1/categories',
})

export default async function CategoriesPage() {
  const answer = await categories({}, await getContext())
  return (
    <>
      <PageHead title="Categories">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          Each ranked by one published rule: verdict (healthy, degraded, unknown, down), then score, then id.{' '}
          <a href="/v1/categories">The same as JSON</a>.
        </p>
      </PageHead>
      <CategoryGrid categories={answer.categories} described />
    </>
  )
}
