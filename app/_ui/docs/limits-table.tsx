import type { ReactNode } from 'react'
import { MOST_LOOKED_UP } from '@/lib/contract/lookup'
import type { OperationContract } from '@/lib/contract/operation'
import { OPERATIONS } from '@/lib/contract/operations'
import { MOST_EVENTS } from '@/lib/contract/operations/reporting-operations'
import { CREDIT_DAYS, CREDITS_A_KEY_AND_DAY, CREDITS_OF_ONE_CALL, limitOf } from '@/lib/core/caller/credits'
import { MOST_LOCKED } from '@/lib/tool-lock/contract/lock'
import { formatCount } from '../format'
import { Table } from '../lists/table'

export interface ConfiguredLimits {
  enabled: boolean
  keylessPerMinute: number
  keyedPerMinute: number
  keysAnHour: number
  checksAnHour: number
  freePerMinute: number
  logFilesPerMinute: number
  pagesPerMinute: number
}

/** The configured rate limits, and how many points each call costs. */
export function LimitsTable({ limits }: { limits: ConfiguredLimits }) {
  if (!limits.enabled) return <p>This service is configured without rate limits.</p>
  return (
    <>
      <Table
        caption="Points per minute"
        columns={[
          { header: 'Caller', rowHeader: true, cell: ({ who }) => who },
          { header: 'Points per minute', figure: true, cell: ({ points }) => formatCount(points) },
        ]}
        rows={callersOf(limits)}
        rowKey={({ who }) => who}
      />
      <WeightTable />
      <p className="mt-5 max-w-2xl text-pretty text-soft text-sm">
        At most {formatCount(limits.keysAnHour)} keys per hour from one IP address, and{' '}
        {formatCount(limits.checksAnHour)} first checks. Badges, signing keys, OpenAPI and llms.txt take no points:{' '}
        {formatCount(limits.freePerMinute)} requests per minute. Files of the log:{' '}
        {formatCount(limits.logFilesPerMinute)} per minute. Pages: {formatCount(limits.pagesPerMinute)} per minute from
        one IP address. The <code>RateLimit</code> header of every response gives the remaining points; with 429,{' '}
        <code>Retry-After</code> gives the time to wait.
      </p>
    </>
  )
}

function callersOf({ keylessPerMinute, keyedPerMinute }: ConfiguredLimits) {
  const mostCredits = CREDITS_A_KEY_AND_DAY * CREDIT_DAYS
  return [
    { who: 'Without a key, per IP address (IPv6: per /64)', points: keylessPerMinute },
    { who: 'With a key', points: keyedPerMinute },
    {
      who: `With a key and the maximum of credits: ${formatCount(CREDITS_A_KEY_AND_DAY)} a day for ${CREDIT_DAYS} days, ${CREDITS_OF_ONE_CALL} per point`,
      points: limitOf(keyedPerMinute, mostCredits),
    },
  ]
}

/** The largest bodies the contract allows, by operation. */
const LARGEST_BODIES: Readonly<Record<string, unknown>> = {
  ingest: { events: Array.from({ length: MOST_EVENTS }) },
  lockMany: { ids: Array.from({ length: MOST_LOCKED }) },
  lookup: Object.fromEntries(
    ['repos', 'packages', 'ids'].map((list) => [list, Array.from({ length: MOST_LOOKED_UP })]),
  ),
}

interface WeightRow {
  key: string
  call: ReactNode
  points: string
}

function WeightTable() {
  return (
    <Table
      caption="Calls that take more or less than one point"
      columns={[
        { header: 'Call', rowHeader: true, className: 'untrusted', cell: ({ call }) => call },
        { header: 'Points', figure: true, cell: ({ points }) => points },
      ]}
      rows={weightRows()}
      rowKey={({ key }) => key}
      className="mt-8"
    />
  )
}

function weightRows(): WeightRow[] {
  const weighted = Object.entries<OperationContract>(OPERATIONS).filter(
    ([, { weight = 1, weighBody, limitedBy }]) => weight !== 1 || weighBody !== undefined || limitedBy !== undefined,
  )
  return [
    ...weighted.map(([name, contract]) => ({
      key: name,
      call: <Call contract={contract} />,
      points: pointsOf(name, contract),
    })),
    { key: 'others', call: 'All others', points: '1' },
  ]
}

function Call({ contract: { path, countsOnceSeconds } }: { contract: OperationContract }) {
  return (
    <>
      <span className="font-mono text-sm">{path}</span>
      {countsOnceSeconds !== undefined && (
        <span className="text-soft text-sm"> once in {countsOnceSeconds} s, then free</span>
      )}
    </>
  )
}

function pointsOf(name: string, { weight = 1, weighBody, limitedBy }: OperationContract): string {
  if (limitedBy !== undefined) return '0'
  if (weighBody === undefined) return String(weight)
  return `${weight} to ${weight + weighBody(LARGEST_BODIES[name])}, by its content`
}
