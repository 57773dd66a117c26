import { GRADE_THRESHOLDS } from 'assay-verify/score/grade'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import { Code } from '../command'
import { Disclosure } from '../disclosure'
import { formatScore } from '../format'
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

/** The score on its scale from 0 to 100, with the lowest score of each grade. Text is not stretched with the scale. */
function Scale({ rating: { score, grade } }: { rating: ScoreAnswer }) {
  return (
    <svg className="h-16 w-full overflow-visible fill-soft text-xs" aria-hidden="true" focusable="false">
      <line x1="0" x2="100%" y1="36" y2="36" className="stroke-edge" />
      {Object.entries(GRADE_THRESHOLDS).map(([name, lowest]) => (
        <g key={name}>
          <line x1={`${lowest}%`} x2={`${lowest}%`} y1="30" y2="42" className="stroke-edge" />
          <text x={`${lowest}%`} y="56">
            {name}
            <tspan className="max-sm:hidden"> from {lowest}</tspan>
          </text>
        </g>
      ))}
      <line
        x1={`${score}%`}
        x2={`${score}%`}
        y1="18"
        y2="40"
        className="stroke-2 stroke-line-mark"
        strokeDasharray={grade === 'unrated' ? '3 2' : undefined}
      />
      <text
        x={`${Math.min(96, Math.max(3, score))}%`}
        y="13"
        textAnchor="middle"
        className="fill-ink font-medium text-sm"
      >
        {formatScore(score)}
      </text>
    </svg>
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
