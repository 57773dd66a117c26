import type { ListingRow } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { FaultNote } from './advice'
import { Foreign } from './foreign'
import { ScoreFigure } from './score-figure'
import { StatusBadge } from './status'

/** The ranked tools of a category. */
export function ListingTable({ rows, caption }: { rows: readonly ListingRow[]; caption: string }) {
  return (
    <table className="ledger ledger-stacked ledger-ranked">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="figure">
            Rank
          </th>
          <th scope="col">Tool</th>
          <th scope="col">Status</th>
          <th scope="col" className="figure">
            Score
          </th>
          <th scope="col">If it fails</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.toolId} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: ListingRow }) {
  return (
    <tr>
      <td className="figure font-mono text-soft md:w-14">{row.rank}</td>
      <th scope="row" className="wide">
        <a href={`/tool/${idToPath(row.toolId)}`} className="font-medium">
          <Foreign text={row.name} />
        </a>
        <div className="font-mono text-soft text-xs leading-5">
          <Foreign text={row.server} />
        </div>
        {row.description !== '' && (
          <div dir="auto" className="foreign mt-1 line-clamp-2 max-w-[65ch] text-sm">
            {row.description}
          </div>
        )}
        <FaultNote {...row} />
      </th>
      <td>
        <StatusBadge status={row.status} />
      </td>
      <td className="figure">
        <ScoreFigure score={row.score} grade={row.grade} />
      </td>
      <td className="text-sm leading-6">
        <a href={row.alternatives} aria-label={`Alternatives to ${row.name}`}>
          alternatives
        </a>
      </td>
    </tr>
  )
}
