import type { Candidate } from '@/lib/contract/shapes/candidates'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { formatShare } from '../format'
import { ScoreFigure } from '../score-figure'
import { StatusBadge } from '../status'
import { SubjectName } from './subject-name'

/** Search results, best first. */
export function CandidateList({ results }: { results: readonly Candidate[] }) {
  return (
    <ol className="border-rule border-b">
      {results.map((result) => (
        <CandidateItem key={result.toolId} result={result} />
      ))}
    </ol>
  )
}

function CandidateItem({ result }: { result: Candidate }) {
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 border-rule border-t py-4 md:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <SubjectName subject={result} serverName={result.serverId} descriptionClassName="line-clamp-3 max-w-[70ch]" />
      </div>
      <div className="flex flex-wrap content-start items-baseline justify-between gap-x-6 gap-y-1">
        <StatusBadge status={result.status} />
        <ScoreFigure score={result.score} grade={result.grade} />
        <p className="w-full text-soft text-sm">
          {formatShare(result.relevance, 0)} match;{' '}
          <a href={`/alternatives/${idToPath(result.toolId)}`}>alternatives</a>
        </p>
      </div>
    </li>
  )
}
