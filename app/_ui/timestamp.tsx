import { formatTimestamp } from './format'

// No markup says how long ago something was: a page is the same between two readings while nothing changed, and a
// browser writes that beside or in place of the time (`app/_browser/relative-times.ts`).

/** 2026-11-20 10:43 UTC; with a script also how long ago that is: "2026-11-20 10:43 UTC, 3 minutes ago". */
export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} data-relative="beside">
      {formatTimestamp(at)}
    </time>
  )
}

/** 2026-11-20 10:43 UTC; with a script "3 minutes ago", and the time as the title. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} data-relative="ago">
      {formatTimestamp(at)}
    </time>
  )
}

/** since 2026-11-20 10:43 UTC; with a script "for 3 minutes", and the time as the title. */
export function LastingSince({ at }: { at: string }) {
  return (
    <time dateTime={at} data-relative="for">
      since {formatTimestamp(at)}
    </time>
  )
}
