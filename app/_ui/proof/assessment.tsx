import type { Health } from '@/lib/contract/shapes/health'
import { formatShare } from '../format'
import { RECOMMENDATION_TEXT } from '../recommendation'
import { STATUS_DISPLAY, StatusIcon, signOf, statusWord } from '../status'
import { Timestamp } from '../timestamp'

/** Status, recommendation and reasons. */
export function Assessment({ health }: { health: Health }) {
  const sign = signOf(health.status, health.reasons)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl tracking-tight">
        <StatusIcon status={sign} className="size-6" />
        <span className={`font-medium ${STATUS_DISPLAY[sign].color}`}>
          {statusWord(health.status, health.axes.access, health.reasons)}
        </span>
        <span className="text-soft text-xl">{RECOMMENDATION_TEXT[health.recommendation]}</span>
      </p>
      <ul className="mt-5 grid gap-3">
        {health.reasons.map((reason) => (
          <li key={`${reason.code} ${reason.text}`} className="untrusted border-edge border-l-2 pl-4">
            {reason.text} <code className="whitespace-nowrap font-mono text-soft text-xs">{reason.code}</code>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-soft text-sm">
        {health.asOf === null ? (
          'No evidence yet.'
        ) : (
          <>
            Newest evidence <Timestamp at={health.asOf} />.
          </>
        )}{' '}
        {health.asOf !== null && `Confidence ${formatShare(health.confidence, 0)}.`}
        {health.staleAfter !== null && (
          <>
            {' '}
            Without new evidence the state becomes Not checked <Timestamp at={health.staleAfter} />.
          </>
        )}
      </p>
    </div>
  )
}
