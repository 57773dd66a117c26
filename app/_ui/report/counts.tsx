import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../format'
import { Table } from '../lists/table'

export interface CountRow {
  name: ReactNode
  key: string
  count: number
}

/** Named counts, each with its share of the total `of`. */
export function Counts({
  caption,
  heading,
  rows,
  of,
}: {
  caption: string
  heading: string
  rows: readonly CountRow[]
  of: number
}) {
  return (
    <Table
      caption={caption}
      columns={[
        { header: heading, rowHeader: true, cell: ({ name }) => name },
        { header: 'Count', number: true, cell: ({ count }) => formatCount(count) },
        {
          header: 'Share',
          number: true,
          className: 'text-soft text-sm',
          cell: ({ count }) => (of === 0 ? '–' : formatShare(count / of, 1)),
        },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
      captionClassName="pb-3 text-left font-medium"
    />
  )
}
