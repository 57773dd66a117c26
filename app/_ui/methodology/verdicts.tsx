import { RECOMMENDATION_BY_VERDICT, STATUSES, type Status, VERDICTS } from '@/lib/core/verdict/verdict'
import { VERDICT_HOLDS, VERDICT_TRANSITIONS, type VerdictTransition } from '@/lib/core/verdict/verdict-transitions'
import { Prose } from '../prose'
import { Section } from '../section'
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

function Transitions() {
  return (
    <table className="ledger ledger-stacked mt-3">
      <caption className="sr-only">What changes a verdict</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Change</th>
          <th scope="col">When</th>
          <th scope="col">Reason given</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ number, from, to, when, code, about }) => (
          <tr key={number}>
            <td className="font-mono text-soft max-md:hidden">{number}</td>
            <th scope="row" className="wide">
              <span className="font-mono text-soft md:hidden">{number}. </span>
              {about === 'tool' && 'A tool: '}
              {EITHER.format(from)} → {to}
            </th>
            <td className="wide text-pretty">{when}</td>
            <td className="wide">
              <code className="font-mono text-soft text-sm">{code}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Holds() {
  return (
    <table className="ledger ledger-stacked mt-3">
      <caption className="sr-only">What is said and changes nothing yet</caption>
      <thead>
        <tr>
          <th scope="col">Stays</th>
          <th scope="col">When</th>
          <th scope="col">Reason given</th>
        </tr>
      </thead>
      <tbody>
        {Object.values(VERDICT_HOLDS).map(({ verdict, when, code }) => (
          <tr key={code}>
            <th scope="row" className="wide">
              {verdict}
            </th>
            <td className="wide text-pretty">{when}</td>
            <td className="wide">
              <code className="font-mono text-soft text-sm">{code}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
