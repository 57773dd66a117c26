import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../format'
import { AsTable } from './as-table'

interface BarRow {
  key: string
  name: ReactNode
  count: number
  /** Class of the colour of the bar, as `fill-line-mark`. */
  fill?: string
}

export interface BarsProps {
  /** What is counted, as the caption of the table. */
  caption: string
  /** What a row is, as the head of its column. */
  heading: string
  rows: readonly BarRow[]
  /** What shares are of; the bars too. */
  of: number
}

/** A horizontal bar for each count, as wide as its share, with the same figures as a table. */
export function Bars({ caption, heading, rows, of }: BarsProps) {
  const shareOf = (count: number) => (of === 0 ? 0 : count / of)
  return (
    <figure aria-label={caption}>
      <ul className="flex flex-col gap-3">
        {rows.map(({ key, name, count, fill = 'fill-line-mark' }) => (
          <li key={key}>
            <div className="flex items-center justify-between gap-4 text-sm">
              <span className="min-w-0">{name}</span>
              <span className="shrink-0">{formatCount(count)}</span>
            </div>
            <ShareBar share={shareOf(count)} fill={fill} />
          </li>
        ))}
      </ul>
      <div className="mt-4 text-soft">
        <AsTable
          caption={caption}
          columns={[
            { header: heading, rowHeader: true, cell: ({ name }) => name },
            { header: 'Count', number: true, cell: ({ count }) => formatCount(count) },
            { header: 'Share', number: true, cell: ({ count }) => (of === 0 ? '–' : formatShare(count / of, 1)) },
          ]}
          rows={rows}
          rowKey={({ key }) => key}
        />
      </div>
    </figure>
  )
}

/** A share (0-1) of a grey track. A share above zero is never invisible. */
function ShareBar({ share, fill }: { share: number; fill: string }) {
  const percent = share === 0 ? 0 : Math.max(0.7, Math.min(1, share) * 100)
  return (
    <svg className="mt-1 block h-2 w-full" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" rx="3" className="fill-unknown-mark" />
      <rect width={`${percent.toFixed(1)}%`} height="100%" rx="3" className={fill} />
    </svg>
  )
}
