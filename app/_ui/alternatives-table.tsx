import type { Alternative } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { FaultNote } from './advice'
import { formatShare } from './figures'
import { Foreign } from './foreign'
import { ScoreFigure } from './score-figure'
import { StatusBadge } from './status'

const COLUMNS = ['Tool', 'Status', 'Score', 'Access', 'Similar', 'Arguments', 'Independent'] as const

/** What to use instead, best first. */
export function AlternativesTable({
  alternatives,
  caption,
}: {
  alternatives: readonly Alternative[]
  caption: string
}) {
  return (
    <table className="ledger ledger-stacked">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {alternatives.map((alternative) => (
          <Row key={alternative.toolId} alternative={alternative} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ alternative }: { alternative: Alternative }) {
  return (
    <tr>
      <th scope="row" className="wide">
        <a href={`/tool/${idToPath(alternative.toolId)}`} className="font-medium">
          <Foreign text={alternative.name} />
        </a>
        <div className="font-mono text-soft text-xs leading-5">
          <Foreign text={alternative.server} />
        </div>
        <div dir="auto" className="foreign mt-1 line-clamp-2 max-w-[48ch] text-sm">
          {alternative.description}
        </div>
        <FaultNote {...alternative} />
      </th>
      <td data-label="Status">
        <StatusBadge status={alternative.status} />
      </td>
      <td data-label="Score">
        <ScoreFigure score={alternative.score} grade={alternative.grade} />
      </td>
      <td data-label="Access">{alternative.access}</td>
      <td data-label="Similar" className="font-mono">
        {formatShare(alternative.similarity, 0)}
      </td>
      <td data-label="Arguments">
        <Arguments alternative={alternative} />
      </td>
      <td data-label="Independent" className="text-sm leading-6">
        <Independence independent={alternative.independent} />
      </td>
    </tr>
  )
}

function Arguments({ alternative }: { alternative: Alternative }) {
  const changes = alternative.parameterMap.filter(
    (parameter) => parameter.kind === 'renamed' || parameter.kind === 'missing',
  )
  const fit = alternative.argsCompatible
  return (
    <>
      {fit === null ? <span className="text-soft">no schema to compare</span> : fit ? 'fit' : 'do not fit'}
      <ul className="font-mono text-soft text-xs leading-5">
        {changes.slice(0, 4).map(({ from, to }) => (
          <li key={from} className="foreign">
            {from} → {to ?? 'nothing'}
          </li>
        ))}
      </ul>
    </>
  )
}

function Independence({ independent }: { independent: Alternative['independent'] }) {
  const shared = (['repository', 'backend', 'host'] as const).filter((part) => !independent[part])
  return shared.length === 0 ? 'yes' : <span className="text-soft">shares the {shared.join(', ')}</span>
}
