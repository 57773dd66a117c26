import type { DriftClass } from '@/lib/core/drift/types'
import type { Status } from '@/lib/core/verdict/verdict'
import { formatCount } from '../format'
import { Table } from '../lists/table'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'

/** The changes of a tool between two listings. */
export interface ToolChangeRow {
  toolId: string
  at: string
  class: DriftClass
  times: number
  changes: readonly { code: string; text: string }[]
}

const DRIFT_DISPLAY = {
  safety: { text: 'safety reduced', icon: 'down' },
  breaking: { text: 'breaking', icon: 'degraded' },
  additive: { text: 'additive', icon: 'healthy' },
  wording: { text: 'wording only', icon: 'unknown' },
} as const satisfies Record<DriftClass, { text: string; icon: Status }>

/** Changes of a tool's definition, newest first. Quoted names are the server's own. */
export function ToolChanges({ rows, now }: { rows: readonly ToolChangeRow[]; now: Date }) {
  const names = new Set(rows.map(({ toolId }) => toolId))
  return (
    <Table
      caption="Changes, newest first"
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at, times }) => (
            <>
              <RelativeTime at={at} now={now} />
              {times > 1 && <span className="block text-soft">{formatCount(times)} times</span>}
            </>
          ),
        },
        {
          header: 'Change',
          wide: true,
          className: 'text-sm leading-6',
          cell: ({ toolId, changes }) => (
            <>
              {names.size > 1 && <p className="untrusted font-mono text-soft text-xs">{toolId}</p>}
              <ul>
                {changes.map(({ text }) => (
                  <li key={text} className="untrusted">
                    {text}
                  </li>
                ))}
              </ul>
            </>
          ),
        },
        {
          header: 'Impact',
          className: 'text-sm leading-6',
          cell: (row) => (
            <span className="inline-flex items-center gap-2">
              <StatusIcon status={DRIFT_DISPLAY[row.class].icon} />
              {DRIFT_DISPLAY[row.class].text}
            </span>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ at, toolId }) => `${at} ${toolId}`}
      phone="dated"
    />
  )
}
