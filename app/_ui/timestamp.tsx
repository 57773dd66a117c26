import { formatRelativeTime } from '@/lib/core/text/relative-time'
import { formatTimestamp } from './format'

/** Absolute and relative time: 2026-11-20 10:43 UTC, 3 minutes ago. */
export function Timestamp({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at}>
      {formatTimestamp(at)}, {formatRelativeTime(at, now)}
    </time>
  )
}

/** Relative time only; the absolute time is the title. */
export function RelativeTime({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} title={formatTimestamp(at)} data-relative="">
      {formatRelativeTime(at, now)}
    </time>
  )
}
