import { MOST_LOOKED_UP } from '@/lib/contract/lookup'
import type { OperationContract } from '@/lib/contract/operation'
import { OPERATIONS } from '@/lib/contract/operations'
import { MOST_EVENTS } from '@/lib/contract/reporting-operations'
import { CREDIT_DAYS, CREDITS_A_KEY_AND_DAY, CREDITS_OF_ONE_CALL, limitOf } from '@/lib/core/caller/credits'
import { formatCount } from '../figures'

export interface ConfiguredLimits {
  enabled: boolean
  keylessPerMinute: number
  keyedPerMinute: number
  keysAnHour: number
}

/** How much a caller may ask, as this service is configured, and what a call takes of it. */
export function LimitsTable({ limits }: { limits: ConfiguredLimits }) {
  if (!limits.enabled) return <p>This service is configured without limits.</p>
  return (
    <>
      <table className="ledger">
        <caption className="sr-only">Points of calls a minute</caption>
        <thead>
          <tr>
            <th scope="col">Who asks</th>
            <th scope="col" className="figure">
              Points a minute
            </th>
          </tr>
        </thead>
        <tbody>
          {callersOf(limits).map(({ who, points }) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              <td className="figure">{formatCount(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <WeightTable />
      <p className="mt-5 max-w-2xl text-pretty text-soft text-sm">
        {formatCount(limits.keysAnHour)} keys an hour from one address. Every answer says in <code>RateLimit</code> what
        is left; 429 says in <code>Retry-After</code> when to come back.
      </p>
    </>
  )
}

function callersOf({ keylessPerMinute, keyedPerMinute }: ConfiguredLimits) {
  const most = CREDITS_A_KEY_AND_DAY * CREDIT_DAYS
  return [
    { who: 'Without a key, by address (IPv6: by /64)', points: keylessPerMinute },
    { who: 'With a key', points: keyedPerMinute },
    {
      who: `With a key and the most credits: ${formatCount(CREDITS_A_KEY_AND_DAY)} a day for ${CREDIT_DAYS} days, ${CREDITS_OF_ONE_CALL} for one point`,
      points: limitOf(keyedPerMinute, most),
    },
  ]
}

/** Bodies as large as the contract lets them be. */
const LARGEST: Readonly<Record<string, unknown>> = {
  ingest: { events: Array.from({ length: MOST_EVENTS }) },
  lookup: Object.fromEntries(
    ['repos', 'packages', 'ids'].map((list) => [list, Array.from({ length: MOST_LOOKED_UP })]),
  ),
}

function WeightTable() {
  const dear = Object.entries<OperationContract>(OPERATIONS).filter(
    ([, { weight = 1, weighBody }]) => weight !== 1 || weighBody !== undefined,
  )
  return (
    <table className="ledger mt-8">
      <caption className="sr-only">Calls that take more than one point</caption>
      <thead>
        <tr>
          <th scope="col">What is asked</th>
          <th scope="col" className="figure">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {dear.map(([name, contract]) => (
          <tr key={name}>
            <th scope="row" className="foreign">
              <span className="font-mono text-sm">{contract.path}</span>
              {contract.countsOnceSeconds !== undefined && (
                <span className="text-soft text-sm"> once in {contract.countsOnceSeconds} s, then nothing</span>
              )}
            </th>
            <td className="figure">{pointsOf(name, contract)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Everything else</th>
          <td className="figure">1</td>
        </tr>
      </tbody>
    </table>
  )
}

function pointsOf(name: string, { weight = 1, weighBody }: OperationContract): string {
  if (weighBody === undefined) return String(weight)
  return `${weight} to ${weight + weighBody(LARGEST[name])}, by what it holds`
}
