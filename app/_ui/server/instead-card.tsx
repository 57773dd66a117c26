import { idToPath } from 'assay-verify/subject-id'
import type { Alternative } from '@/lib/contract/shapes/candidates'
import { Card } from '../card'
import { formatScore } from '../format'
import { StatusIcon, signOf, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'
import { argumentsText, insteadOfText, NO_REPLACEMENT, type Replacement } from '../words/replacement'

/** Working alternatives, each with what a caller has to change. */
export function InsteadCard({
  subjectId,
  answer,
  title = 'Use instead',
}: {
  subjectId: string
  title?: string
  answer: Replacement
}) {
  const { alternatives, reason } = answer
  return (
    <Card
      id="instead"
      title={title}
      note={alternatives.length > 0 && <a href={`/alternatives/${idToPath(subjectId)}`}>compare</a>}
    >
      {alternatives.length === 0 ? (
        <p className="text-soft text-sm">{NO_REPLACEMENT[reason?.code ?? 'nothing_does_the_same']}</p>
      ) : (
        <ul className="-my-3 divide-y divide-rule">
          {alternatives.map((alternative) => (
            <AlternativeRow key={alternative.toolId} alternative={alternative} subjectId={subjectId} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AlternativeRow({ alternative, subjectId }: { alternative: Alternative; subjectId: string }) {
  const { toolId, kind, name, serverTitle, status, access, reasons, grade, score } = alternative
  const insteadOf = insteadOfText(alternative, subjectId)
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-x-3">
        <a href={`/${kind}/${idToPath(toolId)}`} className="quiet-link line-clamp-2 min-w-0 font-semibold">
          <UntrustedText text={kind === 'server' ? serverTitle : name} />
        </a>
        <span className="flex items-center gap-2 whitespace-nowrap text-sm" data-status={status}>
          <StatusIcon status={signOf(status, reasons)} className="size-3.5" />
          <span className="sr-only">{statusWord(status, access, reasons)}</span>
          {grade !== 'unrated' && `${grade} ${formatScore(score)}`}
        </span>
      </div>
      <p className="untrusted text-soft text-xs leading-5">
        {kind === 'tool' && (
          <>
            <UntrustedText text={serverTitle} /> ·{' '}
          </>
        )}
        {insteadOf !== null && `${insteadOf} · `}
        {argumentsText(alternative)}
        {access === 'auth' && ' · sign-in required'}
        {access === 'paid' && ' · payment required'}
      </p>
    </li>
  )
}
