import type { ListingRow } from '@/lib/contract/shapes/categories'
import { publisherAndServer } from '@/lib/core/catalog/subject-id'
import { ScoreFigure } from '../score-figure'
import { StatusBadge } from '../status'
import { SubjectName } from './subject-name'
import { type Column, Table } from './table'

const COLUMNS: readonly Column<ListingRow>[] = [
  { header: 'Rank', number: true, className: 'text-soft md:w-14', cell: ({ rank }) => rank },
  {
    header: 'Tool',
    rowHeader: true,
    cell: (row) => (
      <SubjectName
        subject={row}
        serverName={publisherAndServer(row.serverId)}
        descriptionClassName="line-clamp-2 max-w-[65ch]"
      />
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Score', figure: true, cell: ({ score, grade }) => <ScoreFigure score={score} grade={grade} /> },
  {
    header: 'If it fails',
    className: 'text-sm leading-6',
    cell: ({ alternatives, name }) => (
      <a href={alternatives} aria-label={`Alternatives to ${name}`}>
        alternatives
      </a>
    ),
  },
]

/** The ranked tools of a category. */
export function ListingTable({ rows, caption }: { rows: readonly ListingRow[]; caption: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ toolId }) => toolId} phone="ranked" />
}
