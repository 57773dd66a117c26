import type { ListingRow } from '@/lib/contract/shapes/categories'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { type Column, Table } from '../lists/table'
import { FaultNote } from '../recommendation'
import { ScoreFigure } from '../score-figure'
import { StatusBadge } from '../status'
import { UntrustedText } from '../untrusted-text'

export type ToolRow = Omit<ListingRow, 'rank'>

const COLUMNS: readonly Column<ToolRow>[] = [
  {
    header: 'Tool',
    rowHeader: true,
    cell: (tool) => (
      <>
        <a href={`/tool/${idToPath(tool.toolId)}`} className="font-medium font-mono text-sm">
          <UntrustedText text={tool.name} />
        </a>
        <div dir="auto" className="untrusted line-clamp-2 max-w-[70ch] text-soft text-sm">
          {tool.description}
        </div>
        <FaultNote {...tool} />
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Score', figure: true, cell: ({ score, grade }) => <ScoreFigure score={score} grade={grade} /> },
]

/** The tools of a server. */
export function ToolList({ tools }: { tools: readonly ToolRow[] }) {
  return (
    <Table
      caption="Tools of this server"
      columns={COLUMNS}
      rows={tools}
      rowKey={({ toolId }) => toolId}
      phone="stacked"
    />
  )
}
