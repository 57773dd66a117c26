import type { ReactNode } from 'react'
import { AsTable } from './as-table'

interface ColumnValue {
  key: string
  /** Below the column; short. */
  label: string
  /** In the table. */
  name: string
  value: number
  /** Above the column. */
  text: string
}

interface ColumnsProps {
  caption: string
  /** What a column is, as the head of its column of the table. */
  heading: string
  /** What a value is. */
  valueHeading: string
  /** What the labels below the columns are. */
  axis: ReactNode
  values: readonly ColumnValue[]
  /** The value of a column of full height; the largest value where it is left out. */
  most?: number
}

/** Upright columns, with the same figures as a table. */
export function Columns({ caption, heading, valueHeading, axis, values, most }: ColumnsProps) {
  const full = most ?? Math.max(1, ...values.map(({ value }) => value))
  return (
    <figure aria-label={caption}>
      <ul className="flex items-end gap-1.5">
        {values.map(({ key, label, text, value }) => (
          <li key={key} className="min-w-0 flex-1 text-center text-xs">
            <span className="block whitespace-nowrap text-soft">{text}</span>
            <svg
              viewBox="0 0 10 100"
              preserveAspectRatio="none"
              className="my-1 block h-28 w-full border-edge border-b"
              aria-hidden="true"
              focusable="false"
            >
              <rect width="10" {...columnOf(value, full)} className="fill-line-mark" />
            </svg>
            <span className="block whitespace-nowrap">{label}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-soft text-xs">{axis}</p>
      <div className="mt-4 text-soft">
        <AsTable
          caption={caption}
          columns={[
            { header: heading, rowHeader: true, cell: ({ name }) => name },
            { header: valueHeading, number: true, cell: ({ text }) => text },
          ]}
          rows={values}
          rowKey={({ key }) => key}
        />
      </div>
    </figure>
  )
}

/** Top and height of a column in a drawing of 100. A value above zero is never invisible. */
function columnOf(value: number, full: number): { y: number; height: number } {
  const height = value === 0 ? 0 : Math.max(1, Math.round((value / full) * 1000) / 10)
  return { y: 100 - height, height }
}
