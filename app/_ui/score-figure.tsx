import type { Grade } from '@/lib/core/score/grade'
import { formatScore } from './format'

/** Score and grade on one line. */
export function ScoreFigure({ score, grade }: { score: number; grade: Grade }) {
  return (
    <span className="whitespace-nowrap font-mono">
      {formatScore(score)} <GradeLetter grade={grade} />
    </span>
  )
}

function GradeLetter({ grade }: { grade: Grade }) {
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
