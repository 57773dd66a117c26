import { formatDistance, formatInstant } from './figures'

/** A moment, exact and in words: 2026-11-20 10:43 UTC, 3 minutes ago. */
export function Instant({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at}>
      {formatInstant(at)}, {formatDistance(at, now)}
    </time>
  )
}

/** A moment in words only; the exact one is its title. */
export function Distance({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatDistance(at, now)}
    </time>
  )
}
