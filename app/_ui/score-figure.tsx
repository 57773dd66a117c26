import type { Grade } from '@/lib/core/score/grade'
import { formatScore } from './figures'

/** Score and grade as they stand in a row of a table. */
export function ScoreFigure({ score, grade }: { score: number; grade: Grade }) {
  return (
    <span className="whitespace-nowrap font-mono">
      {formatScore(score)} <Letter grade={grade} />
    </span>
  )
}

function Letter({ grade }: { grade: Grade }) {
  if (grade === 'unrated') return <span className="font-sans text-soft text-sm">unrated</span>
  return (
    <span
      className="inline-block w-[2.2ch] border border-edge text-center text-sm"
      role="img"
      aria-label={`grade ${grade}`}
    >
      {grade}
    </span>
  )
}
