import type { DriftClass } from '@/lib/core/drift/types'
import type { Status } from '@/lib/core/verdict/verdict'
import { formatCount } from '../figures'
import { Distance } from '../instant'
import { Table } from '../lists/table'
import { StatusShape } from '../status'

/** One step of a tool from one listing to the next, as the profile gives it: newest first. */
export interface ToolChangeStep {
  toolId: string
  at: string
  class: DriftClass
  times: number
  changes: readonly { code: string; text: string }[]
}

const CLASSES = {
  safety: { words: 'takes back a promise', sign: 'down' },
  breaking: { words: 'may break calls', sign: 'degraded' },
  additive: { words: 'adds', sign: 'healthy' },
  wording: { words: 'words only', sign: 'unknown' },
} as const satisfies Record<DriftClass, { words: string; sign: Status }>

/** What its server changed about it, told in our words; the names in quotes are its own. */
export function ToolChanges({ steps, now }: { steps: readonly ToolChangeStep[]; now: Date }) {
  const names = new Set(steps.map((step) => step.toolId))
  return (
    <Table
      caption="Changes, newest first"
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at, times }) => (
            <>
              <Distance at={at} now={now} />
              {times > 1 && <span className="block text-soft">{formatCount(times)} times</span>}
            </>
          ),
        },
        {
          header: 'What changed',
          wide: true,
          className: 'text-sm leading-6',
          cell: ({ toolId, changes }) => (
            <>
              {names.size > 1 && <p className="foreign font-mono text-soft text-xs">{toolId}</p>}
              <ul>
                {changes.map(({ text }) => (
                  <li key={text} className="foreign">
                    {text}
                  </li>
                ))}
              </ul>
            </>
          ),
        },
        {
          header: 'For callers',
          className: 'text-sm leading-6',
          cell: (step) => (
            <span className="inline-flex items-center gap-2">
              <StatusShape status={CLASSES[step.class].sign} />
              {CLASSES[step.class].words}
            </span>
          ),
        },
      ]}
      rows={steps}
      rowKey={({ at, toolId }) => `${at} ${toolId}`}
      phone="dated"
    />
  )
}
