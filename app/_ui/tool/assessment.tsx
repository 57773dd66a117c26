import type { Health } from '@/lib/contract/shapes'
import { ADVICE } from '../advice'
import { formatShare } from '../figures'
import { Instant } from '../instant'
import { STATUS_SIGNS, StatusShape } from '../status'

/** The verdict, what to do about it, and why. */
export function Assessment({ health, now }: { health: Health; now: Date }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl tracking-tight">
        <StatusShape status={health.status} className="size-6" />
        <span className={`font-medium ${STATUS_SIGNS[health.status].color}`}>{health.status}</span>
        <span className="text-soft text-xl">{ADVICE[health.recommendation]}</span>
      </p>
      <ul className="mt-5 grid gap-3">
        {health.reasons.map((reason) => (
          <li key={`${reason.code} ${reason.text}`} className="foreign border-edge border-l-2 pl-4">
            {reason.text} <code className="whitespace-nowrap font-mono text-soft text-xs">{reason.code}</code>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-soft text-sm">
        {health.asOf === null ? (
          'No evidence yet.'
        ) : (
          <>
            Newest evidence <Instant at={health.asOf} now={now} />.
          </>
        )}{' '}
        Confidence {formatShare(health.confidence, 0)}.
        {health.staleAfter !== null && (
          <>
            {' '}
            Without new evidence this turns unknown <Instant at={health.staleAfter} now={now} />.
          </>
        )}
      </p>
    </div>
  )
}
