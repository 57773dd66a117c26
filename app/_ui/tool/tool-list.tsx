import type { ListingRow } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { FaultNote } from '../advice'
import { Foreign } from '../foreign'
import { ScoreFigure } from '../score-figure'
import { StatusBadge } from '../status'

export type ToolRow = Omit<ListingRow, 'rank'>

/** The tools of a server. */
export function ToolList({ tools }: { tools: readonly ToolRow[] }) {
  return (
    <table className="ledger ledger-stacked">
      <caption className="sr-only">Tools of this server</caption>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Status</th>
          <th scope="col" className="figure">
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <tr key={tool.toolId}>
            <th scope="row" className="wide">
              <a href={`/tool/${idToPath(tool.toolId)}`} className="font-medium font-mono text-sm">
                <Foreign text={tool.name} />
              </a>
              <div dir="auto" className="foreign line-clamp-2 max-w-[70ch] text-soft text-sm">
                {tool.description}
              </div>
              <FaultNote {...tool} />
            </th>
            <td>
              <StatusBadge status={tool.status} />
            </td>
            <td className="figure">
              <ScoreFigure score={tool.score} grade={tool.grade} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
