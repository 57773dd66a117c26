import type { SchemaRow } from '@/lib/contract/reference/schema-rows'
import { Table } from '../lists/table'
import { InlineCode } from './inline-code'

/** Indents by depth; deeper ones are not indented further. */
const INDENTS = ['pl-0', 'pl-4', 'pl-8', 'pl-12', 'pl-16'] as const

/** The members of a JSON value as an indented table. */
export function SchemaTable({ caption, rows }: { caption: string; rows: readonly SchemaRow[] }) {
  if (rows.length === 0) return null
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'Member',
          rowHeader: true,
          cell: ({ depth, name, isRequired }) => (
            <span className={`block ${INDENTS[Math.min(depth, INDENTS.length - 1)]}`}>
              <code className="font-mono text-sm max-sm:[overflow-wrap:anywhere] sm:whitespace-nowrap">{name}</code>
              {!isRequired && <span className="block text-soft text-xs">may be absent</span>}
            </span>
          ),
        },
        {
          header: 'Meaning',
          wide: true,
          className: 'text-pretty text-sm',
          cell: ({ description, type }) => (
            <>
              <InlineCode text={description} /> <span className="untrusted text-soft">{type}</span>
            </>
          ),
        },
      ]}
      rows={rows.map((row, index) => ({ ...row, index }))}
      rowKey={({ index }) => index}
      phone="stacked"
    />
  )
}
