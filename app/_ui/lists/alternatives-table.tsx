import { idToPath } from 'assay-verify/subject-id'
import type { Alternative } from '@/lib/contract/shapes/candidates'
import type { StripDay } from '@/lib/core/history/day-strip'
import { DayStrip, stripSummary } from '../charts/day-strip'
import { formatScore } from '../format'
import { FaultNote } from '../recommendation'
import { StatusBadge } from '../status'
import { UntrustedText } from '../untrusted-text'
import { argumentsText, insteadOfText } from '../words/replacement'
import { type Column, Table } from './table'
import { accessWord } from './tool-row'

/**
 * An alternative with what its server showed: days (undefined: never watched) and latency (undefined: not measured).
 */
export interface ComparedAlternative extends Alternative {
  days: readonly StripDay[] | undefined
  p95Ms: number | undefined
}

const STRIP_DAYS = 30

const COLUMNS: readonly Column<ComparedAlternative & { insteadOf: string | null }>[] = [
  { header: 'Alternative', rowHeader: true, cell: (alternative) => <Name alternative={alternative} /> },
  {
    header: 'State',
    labelled: true,
    cell: ({ status, access, reasons }) => <StatusBadge status={status} access={access} reasons={reasons} />,
  },
  {
    header: '30 days',
    labelled: true,
    cell: ({ days }) =>
      days === undefined ? (
        <span className="text-soft">{stripSummary([])}</span>
      ) : (
        <DayStrip days={days} shown={STRIP_DAYS} className="h-6 w-28 md:max-lg:w-16" />
      ),
  },
  {
    header: '95 % within',
    labelled: true,
    className: 'whitespace-nowrap',
    cell: ({ p95Ms }) => (p95Ms === undefined ? <span className="text-soft">–</span> : `${Math.round(p95Ms)} ms`),
  },
  {
    header: 'Access',
    labelled: true,
    className: 'whitespace-nowrap',
    cell: ({ access }) => accessWord(access).toLowerCase(),
  },
  {
    header: 'Grade',
    labelled: true,
    className: 'whitespace-nowrap',
    cell: ({ grade, score }) =>
      grade === 'unrated' ? <span className="text-soft">not rated</span> : `${grade} ${formatScore(score)}`,
  },
  { header: 'To change in a call', labelled: true, cell: (alternative) => <Arguments alternative={alternative} /> },
]

/** Alternatives to a tool or server beside each other, best first. */
export function AlternativesTable({
  subjectId,
  alternatives,
  caption,
}: {
  subjectId: string
  alternatives: readonly ComparedAlternative[]
  caption: string
}) {
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
      rows={alternatives.map((one) => ({ ...one, insteadOf: insteadOfText(one, subjectId) }))}
      rowKey={({ toolId }) => toolId}
      phone="stacked"
      className="text-sm"
    />
  )
}

function Name({ alternative }: { alternative: ComparedAlternative }) {
  const { kind, toolId, name, serverTitle, description, independent } = alternative
  const shared = (['repository', 'backend', 'host'] as const).filter((part) => !independent[part])
  return (
    <div className="md:min-w-28 lg:max-w-[24rem]">
      <a href={`/${kind}/${idToPath(toolId)}`} className="quiet-link line-clamp-2 font-semibold text-base">
        <UntrustedText text={kind === 'server' ? serverTitle : name} />
      </a>
      {kind === 'tool' && (
        <p className="text-soft text-xs leading-5">
          <UntrustedText text={serverTitle} />
        </p>
      )}
      {description !== '' && (
        <p dir="auto" className="untrusted mt-0.5 line-clamp-2 text-soft">
          {description}
        </p>
      )}
      {shared.length > 0 && <p className="mt-0.5 text-xs">Shares the {shared.join(', ')} with the original.</p>}
      <FaultNote {...alternative} />
    </div>
  )
}

const MISSING_SHOWN = 4

function Arguments({ alternative }: { alternative: ComparedAlternative & { insteadOf: string | null } }) {
  const missing = alternative.parameterMap.filter(({ kind }) => kind === 'missing').slice(0, MISSING_SHOWN)
  return (
    <div className="untrusted lg:max-w-[14rem]">
      {alternative.insteadOf !== null && <p className="text-soft text-xs leading-5">{alternative.insteadOf}</p>}
      {argumentsText(alternative)}
      {missing.length > 0 && (
        <p className="text-soft text-xs leading-5">without {missing.map(({ from }) => from).join(', ')}</p>
      )}
    </div>
  )
}
