import type { ReactNode } from 'react'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { CATEGORY_COUNTS } from '../words/category-sentences'

/** How many tools a category has, how many of them work, and how many nobody has checked. */
export function CategoryCounts({ tracked, working, unrated }: { tracked: number; working: number; unrated: number }) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
      <Count count={tracked} words={CATEGORY_COUNTS.noun(tracked)} />
      <Count
        count={working}
        words="working now"
        icon={<StatusIcon status="healthy" className="size-4 self-center" />}
      />
      {unrated > 0 && (
        <Count
          count={unrated}
          words="not rated yet"
          icon={<StatusIcon status="unknown" className="size-4 self-center" />}
        />
      )}
    </p>
  )
}

function Count({ count, words, icon }: { count: number; words: string; icon?: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      {icon}
      <span>
        <span className="font-semibold text-2xl tracking-tight">{formatCount(count)}</span> {words}
      </span>
    </span>
  )
}
