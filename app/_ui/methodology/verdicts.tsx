import { RECOMMENDATION_BY_VERDICT, STATUSES, type Status, VERDICTS } from '@/lib/core/verdict/verdict'
import { VERDICT_HOLDS, VERDICT_TRANSITIONS, type VerdictTransition } from '@/lib/core/verdict/verdict-transitions'
import { Section } from '../layout/section'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'
import { STATUS_SIGNS, StatusBadge } from '../status'
import { StateDiagram } from './state-diagram'

const ROWS = Object.values(VERDICT_TRANSITIONS).map((row: VerdictTransition, index) => ({ number: index + 1, ...row }))

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' })

/** What a verdict means, and everything that changes one, from the table that a test walks. */
export function VerdictMethod() {
  return (
    <>
      <Section id="verdict" title="What a verdict means" note="Listings go in this order, then by score, then by id.">
        <Meanings />
      </Section>
      <Section
        id="transitions"
        title="From verdict to verdict"
        note="Every way there is. The drawing and the table are made from the same data, and a test of ours plays each row with looks."
      >
        <StateDiagram transitions={ROWS.filter(({ about }) => about === 'server')} />
        <h3 className="mt-8 font-medium">What changes a verdict</h3>
        <Transitions />
        <h3 className="mt-8 font-medium">What is said and changes nothing yet</h3>
        <Holds />
      </Section>
    </>
  )
}

function Meanings() {
  return (
    <>
      <dl>
        {STATUSES.map((status) => (
          <div key={status} className="border-rule border-t py-4 first:border-t-0 first:pt-0">
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="mt-1 text-pretty">
              {STATUS_SIGNS[status].meaning} <Advice status={status} />
            </dd>
          </div>
        ))}
      </dl>
      <Prose>
        <p className="mt-4 text-soft text-sm">
          Three questions are kept apart: is it there, who may enter, and what verified it. A server that asks for
          credentials is alive. Its verdict is unknown until real use shows what is behind the door, and listings show
          auth.
        </p>
        <p className="mt-4 text-soft text-sm">
          The recommendation follows the verdict, with two exceptions. A tool that its server no longer lists is to be
          avoided. While a breakage of a tool’s contract is open, whatever its verdict, the recommendation is to proceed
          with caution: calls that were right may fail, or it took back a promise of harmlessness, and then it is to be
          avoided by who asks for tools that only read. The reason comes first in every answer. Such a breakage closes
          after 7 days, or when the change is undone.
        </p>
      </Prose>
    </>
  )
}

function Advice({ status }: { status: Status }) {
  const verdict = VERDICTS.find((name) => name === status)
  if (verdict === undefined) return null
  return (
    <span className="text-soft">
      Recommendation: <code className="font-mono text-sm">{RECOMMENDATION_BY_VERDICT[verdict]}</code>.
    </span>
  )
}

const CODE_COLUMN: Column<{ code: string }> = {
  header: 'Reason given',
  wide: true,
  cell: ({ code }) => <code className="font-mono text-soft text-sm">{code}</code>,
}

const WHEN_COLUMN: Column<{ when: string }> = {
  header: 'When',
  wide: true,
  className: 'text-pretty',
  cell: ({ when }) => when,
}

const TRANSITION_COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  { header: 'No.', className: 'font-mono text-soft max-md:hidden', cell: ({ number }) => number },
  {
    header: 'Change',
    rowHeader: true,
    cell: ({ number, from, to, about }) => (
      <>
        <span className="font-mono text-soft md:hidden">{number}. </span>
        {about === 'tool' && 'A tool: '}
        {EITHER.format(from)} → {to}
      </>
    ),
  },
  WHEN_COLUMN,
  CODE_COLUMN,
]

function Transitions() {
  return (
    <Table
      caption="What changes a verdict"
      columns={TRANSITION_COLUMNS}
      rows={ROWS}
      rowKey={({ number }) => number}
      phone="stacked"
      className="mt-3"
    />
  )
}

function Holds() {
  return (
    <Table
      caption="What is said and changes nothing yet"
      columns={[{ header: 'Stays', rowHeader: true, cell: ({ verdict }) => verdict }, WHEN_COLUMN, CODE_COLUMN]}
      rows={Object.values(VERDICT_HOLDS)}
      rowKey={({ code }) => code}
      phone="stacked"
      className="mt-3"
    />
  )
}
