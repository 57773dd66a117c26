import type { ReactNode } from 'react'
import { MOST_LOOKED_UP } from '@/lib/contract/lookup'
import type { OperationContract } from '@/lib/contract/operation'
import { OPERATIONS } from '@/lib/contract/operations'
import { MOST_EVENTS } from '@/lib/contract/reporting-operations'
import { CREDIT_DAYS, CREDITS_A_KEY_AND_DAY, CREDITS_OF_ONE_CALL, limitOf } from '@/lib/core/caller/credits'
import { formatCount } from '../figures'
import { Table } from '../lists/table'

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
      <Table
        caption="Points of calls a minute"
        columns={[
          { header: 'Who asks', rowHeader: true, cell: ({ who }) => who },
          { header: 'Points a minute', figure: true, cell: ({ points }) => formatCount(points) },
        ]}
        rows={callersOf(limits)}
        rowKey={({ who }) => who}
      />
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

interface WeightRow {
  key: string
  what: ReactNode
  points: string
}

function WeightTable() {
  return (
    <Table
      caption="Calls that take more than one point"
      columns={[
        { header: 'What is asked', rowHeader: true, className: 'foreign', cell: ({ what }) => what },
        { header: 'Points', figure: true, cell: ({ points }) => points },
      ]}
      rows={weightRows()}
      rowKey={({ key }) => key}
      className="mt-8"
    />
  )
}

function weightRows(): WeightRow[] {
  const dear = Object.entries<OperationContract>(OPERATIONS).filter(
    ([, { weight = 1, weighBody }]) => weight !== 1 || weighBody !== undefined,
  )
  return [
    ...dear.map(([name, contract]) => ({
      key: name,
      what: <Call contract={contract} />,
      points: pointsOf(name, contract),
    })),
    { key: 'others', what: 'Everything else', points: '1' },
  ]
}

function Call({ contract: { path, countsOnceSeconds } }: { contract: OperationContract }) {
  return (
    <>
      <span className="font-mono text-sm">{path}</span>
      {countsOnceSeconds !== undefined && (
        <span className="text-soft text-sm"> once in {countsOnceSeconds} s, then nothing</span>
      )}
    </>
  )
}

function pointsOf(name: string, { weight = 1, weighBody }: OperationContract): string {
  if (weighBody === undefined) return String(weight)
  return `${weight} to ${weight + weighBody(LARGEST[name])}, by what it holds`
}
