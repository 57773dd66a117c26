import type { FirstChecks } from '@/lib/contract/first-checks'
import { formatCount } from './format'

/** How far the first checks of all servers are, with how that was counted. Nothing where there is nothing to check. */
export function FirstChecksProgress({ progress }: { progress: FirstChecks }) {
  const { checkable, checked, method } = progress
  if (checkable === 0) return null
  return (
    <section aria-label="First checks" className="rounded-xl border border-rule bg-paper px-5 py-4">
      <p className="font-medium">{firstChecksText(progress)}</p>
      <progress className="progress mt-3" value={checked} max={checkable} aria-label="Servers that were checked" />
      <p className="mt-2 text-pretty text-soft text-sm">
        Of all categories. What people open, install and look up most comes first; {formatCount(checkable)} servers have
        an address or a package that we can try.
      </p>
      <details className="mt-1 text-sm">
        <summary>how this is counted</summary>
        <p className="mt-2 max-w-3xl text-pretty text-soft">{method}</p>
      </details>
    </section>
  )
}

/** First checks: 1,204 of 4,309 done, the next in about 6 minutes */
export function firstChecksText({ checkable, checked, perHour, nextInMinutes }: FirstChecks): string {
  const done = `First checks: ${formatCount(checked)} of ${formatCount(checkable)} done`
  if (checked >= checkable) return done
  if (nextInMinutes !== null) return `${done}, the next in about ${minutesText(nextInMinutes)}`
  return perHour === null ? `${done}; nothing is being checked now` : `${done}, none in the last hour`
}

/** 1 minute, 6 minutes, 5 hours, 2 days: rounded to the unit in which it is at least 2. */
export function minutesText(minutes: number): string {
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  if (minutes < 2880) return `${Math.round(minutes / 60)} hours`
  return `${Math.round(minutes / 1440)} days`
}
