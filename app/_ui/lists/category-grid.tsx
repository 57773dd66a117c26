import type { CategorySummary } from '@/lib/contract/shapes/categories'
import { Bar } from '../bar'
import { formatCount } from '../format'

/** All categories with the number of tracked and healthy tools. */
export function CategoryGrid({
  categories,
  described = false,
}: {
  categories: readonly CategorySummary[]
  described?: boolean
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-10">
      {categories.map((category) => (
        <CategoryItem key={category.slug} category={category} described={described} />
      ))}
    </ul>
  )
}

function CategoryItem({ category, described }: { category: CategorySummary; described: boolean }) {
  const share = category.tracked === 0 ? 0 : category.healthy / category.tracked
  return (
    <li className="pb-6">
      <Bar share={share} track="mb-3 h-[3px] w-full bg-rule" fill="fill-healthy-mark" />
      <a href={`/category/${category.slug}`} className="font-medium">
        {category.name}
      </a>
      {described && <p className="mt-1 text-pretty text-soft text-sm">{category.description}</p>}
      <p className="mt-1 text-soft text-sm">
        {category.tracked === 0
          ? 'no tools yet'
          : `${formatCount(category.healthy)} healthy of ${formatCount(category.tracked)}`}
      </p>
    </li>
  )
}
