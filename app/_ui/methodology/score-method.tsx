import { GRADE_THRESHOLDS } from '@/lib/core/score/grade'
import { FORMULA, FORMULA_TABLE, type FormulaRow, RATED_AFTER_HOURS } from '@/lib/core/score/score'
import {
  TRUSTED_CORROBORATED_EVENTS,
  TRUSTED_KEY_DAYS,
  UNTRUSTED_POINTS,
  USAGE_HALF_LIFE_HOURS,
  USAGE_POINTS,
} from '@/lib/core/score/usage'
import { formatCount } from '../format'
import { Section } from '../layout/section'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'

/** The formula of the score, from the table that computes it, and how reported outcomes count. */
export function ScoreMethod() {
  return (
    <>
      <Section
        id="score"
        title="The score"
        note={
          <>
            Formula <code className="font-mono">{FORMULA}</code>. Any change of a score’s value gets a new formula
            version.
          </>
        }
      >
        <Prose>
          <p>
            A score is the weighted mean of the applicable components, times 100, plus the adjustments: 0 to 100, one
            decimal. A component that does not apply is left out, not counted as zero.
          </p>
        </Prose>
        <Formula />
        <Grades />
      </Section>
      <Section id="use" title="Reported outcomes" note="Clients report counts, never content.">
        <Prose>
          <p>
            Together they change a score by at most {USAGE_POINTS} points in either direction. All untrusted reporters
            together change it by at most {Math.ceil(UNTRUSTED_POINTS)}.
          </p>
          <p>
            A reporter is trusted when its key is {TRUSTED_KEY_DAYS} days old and {TRUSTED_CORROBORATED_EVENTS} of its
            reports were corroborated by others. The weight of an outcome halves every {USAGE_HALF_LIFE_HOURS / 24}{' '}
            days.
          </p>
          <p>Errors caused by the caller are ignored.</p>
        </Prose>
      </Section>
    </>
  )
}

const FORMULA_COLUMNS: readonly Column<FormulaRow>[] = [
  { header: 'Component', rowHeader: true, cell: ({ name }) => name },
  {
    header: 'What it measures',
    wide: true,
    cell: (row) => (
      <>
        <p className="text-pretty">{row.description}</p>
        <Constants row={row} />
      </>
    ),
  },
  {
    header: 'Weight',
    figure: true,
    labelled: true,
    cell: ({ mostPoints, weight }) => (mostPoints === null ? `weight ${weight}` : `up to ${mostPoints} points`),
  },
]

function Formula() {
  return (
    <Table
      caption="Components of the score and their constants"
      columns={FORMULA_COLUMNS}
      rows={FORMULA_TABLE}
      rowKey={({ name }) => name}
      phone="stacked"
      className="mt-6"
    />
  )
}

function Constants({ row }: { row: FormulaRow }) {
  const all = Object.entries(row.constants)
  if (all.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="text-soft text-sm">Constants</summary>
      <ul className="mt-2 font-mono text-sm">
        {all.map(([name, value]) => (
          <li key={name}>
            {name} <span className="text-soft">{value}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Grades() {
  return (
    <>
      <h3 className="mt-8 font-medium">Grades</h3>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {Object.entries(GRADE_THRESHOLDS).map(([grade, lowest]) => (
          <li key={grade}>
            <span className="font-medium">{grade}</span> <span className="text-soft">from {formatCount(lowest)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-soft text-sm">
        A server monitored for less than {RATED_AFTER_HOURS} hours is unrated: its score is the lower bound of the
        evidence so far.
      </p>
    </>
  )
}
