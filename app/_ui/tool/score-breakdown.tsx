import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import { GRADE_THRESHOLDS } from '@/lib/core/score/grade'
import { Code } from '../command'
import { Disclosure } from '../disclosure'
import { formatScore, toWidth } from '../format'
import { type Column, Table } from '../lists/table'

type Component = NonNullable<ScoreAnswer['components']>[number]

/** The score on its scale, its components, and the inputs it is computed from. */
export function ScoreBreakdown({ rating }: { rating: ScoreAnswer }) {
  return (
    <div className="flex flex-col gap-8">
      <div>
        <Scale rating={rating} />
        {rating.grade === 'unrated' && (
          <p className="mt-4 text-pretty border-edge border-l-2 pl-4">
            Unrated: too little evidence for a grade. The score is the lower bound of the evidence so far.
          </p>
        )}
      </div>
      {rating.components !== undefined && <Components components={rating.components} score={rating.score} />}
      {rating.inputs !== undefined && (
        <Disclosure summary="Inputs of the score">
          <Code text={JSON.stringify(rating.inputs, null, 2)} label="Inputs of the score" tall />
        </Disclosure>
      )}
    </div>
  )
}

function Scale({ rating }: { rating: ScoreAnswer }) {
  const grades = Object.entries(GRADE_THRESHOLDS)
  return (
    <div className="px-1 pt-9 pb-7" aria-hidden="true">
      <div className="graduated relative h-5">
        <span
          className="-translate-x-1/2 absolute bottom-0 flex flex-col items-center"
          style={{ left: toWidth(rating.score / 100) }}
        >
          <span className="mb-0.5 font-medium font-mono text-sm">{formatScore(rating.score)}</span>
          <span className={`h-8 border-line-mark border-l-2 ${rating.grade === 'unrated' ? 'border-dashed' : ''}`} />
        </span>
        {grades.map(([grade, lowest]) => (
          <span
            key={grade}
            className="absolute top-full mt-1 flex flex-col border-edge border-l pl-1 font-mono text-[0.6875rem] text-soft leading-tight"
            style={{ left: toWidth(lowest / 100) }}
          >
            {grade}
            <span className="max-sm:hidden">{lowest}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

const COMPONENT_COLUMNS: readonly Column<Component>[] = [
  { header: 'Component', rowHeader: true, cell: ({ name }) => name },
  { header: 'Reason', wide: true, className: 'text-sm leading-6', cell: ({ reason }) => reason },
  {
    header: 'Value',
    number: true,
    labelled: true,
    cell: ({ value }) => (value === null ? 'not applicable' : value.toFixed(3)),
  },
  { header: 'Weight', number: true, labelled: true, cell: ({ weight }) => weight },
  {
    header: 'Points',
    number: true,
    labelled: true,
    cell: ({ value, points }) => (value === null ? '–' : points.toFixed(1)),
  },
]

function Components({ components, score }: { components: readonly Component[]; score: number }) {
  return (
    <Table
      caption="Components of the score"
      columns={COMPONENT_COLUMNS}
      rows={components}
      rowKey={({ name }) => name}
      phone="stacked"
      isSoft={({ value }) => value === null}
      footer={{ header: 'Score', figure: formatScore(score) }}
    />
  )
}
