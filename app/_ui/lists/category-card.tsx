import { idToPath } from 'assay-verify/subject-id'
import type { CategorySummary, ListingRow } from '@/lib/contract/shapes/categories'
import { formatCount } from '../format'
import { StatusIcon, signOf, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'
import { ToolGrade } from './tool-row'

interface CategoryCardProps {
  category: CategorySummary
  rows: readonly Omit<ListingRow, 'rank'>[]
}

/** A category with its counts and the best of it that is rated. */
export function CategoryCard({ category, rows }: CategoryCardProps) {
  const { name, url, description, tracked, working } = category
  return (
    <article className="card flex h-full flex-col">
      <h2 className="font-semibold">
        <a href={url} className="quiet-link">
          {name}
        </a>
      </h2>
      <p className="mt-1 text-pretty text-soft text-sm">{description}</p>
      <p className="mt-2 text-sm">
        {formatCount(working)} of {formatCount(tracked)} {tracked === 1 ? 'tool works' : 'tools work'} now
      </p>
      {rows.length > 0 && (
        <ol className="mt-3 -mb-2">
          {rows.map((row) => (
            <li key={row.toolId} className="flex items-center gap-2.5 border-rule border-t py-2 text-sm">
              <StatusIcon status={signOf(row.status, row.reasons)} className="size-3.5" />
              <span className="sr-only">{statusWord(row.status, row.access, row.reasons)}:</span>
              <a href={`/server/${idToPath(row.serverId)}`} className="quiet-link clamp-1 flex-1">
                <UntrustedText text={row.serverTitle} />
              </a>
              <ToolGrade {...row} />
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}
