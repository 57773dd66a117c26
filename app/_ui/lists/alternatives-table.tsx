import type { Alternative } from '@/lib/contract/shapes/candidates'
import { formatShare } from '../format'
import { ScoreFigure } from '../score-figure'
import { StatusBadge } from '../status'
import { SubjectName } from './subject-name'
import { type Column, Table } from './table'

const COLUMNS: readonly Column<Alternative>[] = [
  {
    header: 'Tool',
    rowHeader: true,
    cell: (alternative) => (
      <SubjectName
        subject={alternative}
        serverName={alternative.serverId}
        descriptionClassName="line-clamp-2 max-w-[48ch]"
      />
    ),
  },
  { header: 'Status', labelled: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Score', labelled: true, cell: ({ score, grade }) => <ScoreFigure score={score} grade={grade} /> },
  { header: 'Access', labelled: true, cell: ({ access }) => access },
  {
    header: 'Similar',
    labelled: true,
    className: 'font-mono',
    cell: ({ similarity }) => formatShare(similarity, 0),
  },
  { header: 'Arguments', labelled: true, cell: (alternative) => <Arguments alternative={alternative} /> },
  {
    header: 'Independent',
    labelled: true,
    className: 'text-sm leading-6',
    cell: ({ independent }) => <Independence independent={independent} />,
  },
]

/** Alternatives to a tool, best first. */
export function AlternativesTable({
  alternatives,
  caption,
}: {
  alternatives: readonly Alternative[]
  caption: string
}) {
  return (
    <Table caption={caption} columns={COLUMNS} rows={alternatives} rowKey={({ toolId }) => toolId} phone="stacked" />
  )
}

function Arguments({ alternative }: { alternative: Alternative }) {
  const changes = alternative.parameterMap.filter(
    (parameter) => parameter.kind === 'renamed' || parameter.kind === 'missing',
  )
  return (
    <>
      {fitOf(alternative) ?? <span className="text-soft">no schema to compare</span>}
      <ul className="font-mono text-soft text-xs leading-5">
        {changes.slice(0, 4).map(({ from, to }) => (
          <li key={from} className="untrusted">
            {from} → {to ?? 'none'}
          </li>
        ))}
      </ul>
    </>
  )
}

/** null where a schema is missing. */
function fitOf({ argsCompatible, mappable }: Alternative): string | null {
  if (argsCompatible === null || mappable === null) return null
  return argsCompatible ? 'unchanged' : mappable ? 'renamed' : 'incompatible'
}

function Independence({ independent }: { independent: Alternative['independent'] }) {
  const shared = (['repository', 'backend', 'host'] as const).filter((part) => !independent[part])
  return shared.length === 0 ? 'yes' : <span className="text-soft">shares the {shared.join(', ')}</span>
}
