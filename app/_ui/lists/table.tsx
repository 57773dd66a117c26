import type { ReactNode } from 'react'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The cell is the header of its row. */
  rowHeader?: boolean
  /** Right-aligned on one line. */
  figure?: boolean
  /** A figure in the monospaced typeface. */
  number?: boolean
  /** Takes the full width of a stacked row, as row headers always do. */
  wide?: boolean
  /** Repeats the column header above the cell of a stacked row, where the table head is hidden. */
  labelled?: boolean
  className?: string
}

export interface TableProps<Row> {
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Layout of a row on a phone; unchanged by default. */
  phone?: 'stacked' | 'ranked' | 'dated'
  /** Rows in the muted colour. */
  isSoft?: (row: Row) => boolean
  /** A last row: its header, and a figure under the last column. */
  footer?: { header: string; figure: ReactNode }
  className?: string
  captionClassName?: string
  headClassName?: string
}

const PHONE_CLASSES = {
  stacked: 'data-table-stacked',
  ranked: 'data-table-stacked data-table-ranked',
  dated: 'data-table-stacked data-table-dated',
} as const

/** A table with a caption, column headers and row headers. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, phone, isSoft, footer, captionClassName = 'sr-only' } = props
  return (
    <table className={classes('data-table', phone && PHONE_CLASSES[phone], props.className)}>
      <caption className={captionClassName}>{caption}</caption>
      <thead className={props.headClassName}>
        <tr>
          {columns.map(({ header, figure, number }) => (
            <th key={header} scope="col" className={classes((figure || number) && 'figure')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classes(isSoft?.(row) && 'text-soft')}>
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
      {footer !== undefined && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - 1}>
              {footer.header}
            </th>
            <td className="figure font-mono">{footer.figure}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, rowHeader, figure, number, wide, labelled } = column
  const className = classes(wide && 'wide', figure && 'figure', number && 'figure font-mono', column.className)
  if (rowHeader) {
    return (
      <th scope="row" className={className}>
        {cell(row)}
      </th>
    )
  }
  return (
    <td data-label={labelled ? header : undefined} className={className}>
      {cell(row)}
    </td>
  )
}

function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
