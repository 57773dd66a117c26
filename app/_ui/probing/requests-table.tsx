import type { SentRequest } from '@/lib/core/evidence/sent-requests'
import { Table } from '../lists/table'

/** The requests of a prober. */
export function RequestsTable({ caption, requests }: { caption: string; requests: readonly SentRequest[] }) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'Request',
          rowHeader: true,
          className: 'font-mono text-sm leading-6',
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
