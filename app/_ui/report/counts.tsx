import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../figures'

export interface CountRow {
  name: ReactNode
  key: string
  count: number
}

/** Named counts, each with its share of `of`. */
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
    <table className="ledger">
      <caption className="pb-3 text-left font-medium">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className="figure">
            Count
          </th>
          <th scope="col" className="figure">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className="figure font-mono">{formatCount(count)}</td>
            <td className="figure font-mono text-soft text-sm">{of === 0 ? '–' : formatShare(count / of, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
