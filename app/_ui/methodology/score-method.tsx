import { GRADE_THRESHOLDS } from 'assay-verify/score/grade'
import { NETWORKS_LEFT_OUT, USAGE_HALF_LIFE_DAYS } from 'assay-verify/score/network-votes'
import { LEAST_NETWORKS } from 'assay-verify/score/recent-use'
import { FORMULA, FORMULA_TABLE, type FormulaRow, RATED_AFTER_HOURS } from 'assay-verify/score/score'
import { TRUSTED_CORROBORATED_EVENTS, TRUSTED_KEY_DAYS, UNTRUSTED_POINTS, USAGE_POINTS } from 'assay-verify/score/usage'
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
            version; scores of the version before stay recomputable.
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
            Reporters count by network, the /24 (IPv4) or /32 (IPv6) block of addresses they report from, and a network
            counts once a day. Votes count only as far as they remain when any {NETWORKS_LEFT_OUT} networks of every day
            are left out. A vote of a day counts half {USAGE_HALF_LIFE_DAYS} days later. A verdict changes only where
            trusted reporters of at least {LEAST_NETWORKS} networks see the same, and of all networks {LEAST_NETWORKS}{' '}
            more than see otherwise. Reports without a key move nothing.
          </p>
          <p>
            A reporter is trusted when its key is {TRUSTED_KEY_DAYS} days old and {TRUSTED_CORROBORATED_EVENTS} of its
            reports said more than the verdict published at the time and were confirmed, by checks or by reporters of
            two other networks.
          </p>
          <p>
            Of an address nothing is kept but a hash of its block and of the day, keyed with a secret; when the day is
            over, a number that says which reporters shared a network on that day. Of reports without a key not even
            that.
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
