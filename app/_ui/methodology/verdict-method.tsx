import { DAY_MS } from 'assay-verify/duration'
import { EVIDENCE, type EvidenceKind } from 'assay-verify/evidence-kind'
import { RECOMMENDATION_BY_VERDICT, STATUSES, type Status, VERDICTS } from 'assay-verify/verdict'
import { RANKING_RULE } from '@/lib/core/verdict/ranking'
import { VERDICT_HOLDS, VERDICT_TRANSITIONS, type VerdictTransition } from '@/lib/core/verdict/verdict-transitions'
import { Section } from '../layout/section'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'
import { STATUS_DISPLAY, StatusBadge } from '../status'
import { StateDiagram } from './state-diagram'

const ROWS = Object.values(VERDICT_TRANSITIONS).map((row: VerdictTransition, index) => ({ number: index + 1, ...row }))

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' })

/** What each verdict means, and the transitions between them, from the table that is also tested. */
export function VerdictMethod() {
  return (
    <>
      <Section id="verdict" title="Verdicts" note={`Listings are sorted ${RANKING_RULE}.`}>
        <VerdictMeanings />
      </Section>
      <Section
        id="transitions"
        title="Transitions"
        note="All transitions of a server that has an endpoint. Diagram and table use the same data, and a test replays each row with checks."
      >
        <StateDiagram transitions={ROWS.filter(({ about }) => about === 'server')} />
        <h3 className="mt-8 font-medium">What changes a verdict</h3>
        <Transitions />
        <h3 className="mt-8 font-medium">Reasons that keep the verdict</h3>
        <Holds />
        <h3 className="mt-8 font-medium">Packages and documentation</h3>
        <ProbeMethod />
      </Section>
    </>
  )
}

const DAYS = (kind: EvidenceKind) => Math.round(EVIDENCE[kind].validForMs / DAY_MS)

/** How evidence that is no endpoint's counts. */
function ProbeMethod() {
  return (
    <Prose>
      <p className="mt-4 text-soft text-sm">
        A server may have several addresses, packages and documentation pages; each is checked by itself, and one
        working endpoint is enough. Where no endpoint is known to work, a package of the newest version that starts in a
        sandbox and lists its tools makes the server healthy, and one that asks for a key makes it unknown, behind a
        sign-in. A package that is deprecated makes it degraded; one that its index no longer has, seen twice, makes it
        down where there is no other way in, otherwise degraded. An endpoint that is down beside a package that starts
        is degraded. That a package is published, or a page is there, never decides. A launch counts for{' '}
        {DAYS('launch')} days, publication and documentation for {DAYS('publication')} days.
      </p>
    </Prose>
  )
}

function VerdictMeanings() {
  return (
    <>
      <dl>
        {STATUSES.map((status) => (
          <div key={status} className="border-rule border-t py-4 first:border-t-0 first:pt-0">
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="mt-1 text-pretty">
              {STATUS_DISPLAY[status].meaning} <Recommendation status={status} />
            </dd>
          </div>
        ))}
      </dl>
      <Prose>
        <p className="mt-4 text-soft text-sm">
          Reachability, access and verification are separate. A server that requires credentials is reachable. Its
          verdict is unknown until reported outcomes show that it works, and listings show auth.
        </p>
        <p className="mt-4 text-soft text-sm">
          The recommendation follows the verdict, with two exceptions. For a tool that its server no longer lists it is
          “avoid”. While an incompatible change of a tool’s contract is open, it is “proceed with caution”, whatever the
          verdict: calls that were valid may fail. If the change reduced the tool’s safety, callers that ask for
          read-only tools should avoid it. The reason comes first in every answer. Such a breakage closes after 7 days,
          or when the change is reverted.
        </p>
      </Prose>
    </>
  )
}

function Recommendation({ status }: { status: Status }) {
  const verdict = VERDICTS.find((name) => name === status)
  if (verdict === undefined) return null
  return (
    <span className="text-soft">
      Recommendation: <code className="font-mono text-sm">{RECOMMENDATION_BY_VERDICT[verdict]}</code>.
    </span>
  )
}

const CODE_COLUMN: Column<{ code: string }> = {
  header: 'Reason',
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
      caption="Reasons that keep the verdict"
      columns={[{ header: 'Stays', rowHeader: true, cell: ({ verdict }) => verdict }, WHEN_COLUMN, CODE_COLUMN]}
      rows={Object.values(VERDICT_HOLDS)}
      rowKey={({ code }) => code}
      phone="stacked"
      className="mt-3"
    />
  )
}
