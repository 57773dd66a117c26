import type { SentRequest } from '@/lib/core/evidence/sent-requests'
import { Table } from '../lists/table'

interface RequestsTableProps {
  title: string
  /** Beside the title. */
  note?: string
  requests: readonly SentRequest[]
}

/** The requests of a prober, under a title. */
export function RequestsTable({ title, note, requests }: RequestsTableProps) {
  return (
    <Table
      caption={
        <>
          <span className="font-medium">{title}</span>
          {note !== undefined && <span className="text-soft text-sm"> · {note}</span>}
        </>
      }
      captionClassName="mb-2 text-left"
      headClassName="sr-only"
      columns={[
        {
          header: 'Request',
          rowHeader: true,
          className: 'font-mono md:w-2/5 text-sm leading-6',
          cell: ({ request }) => request,
        },
        { header: 'Purpose', wide: true, cell: ({ purpose }) => purpose },
      ]}
      rows={requests}
      rowKey={({ request }) => request}
      phone="stacked"
    />
  )
}
