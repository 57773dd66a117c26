const STEPS = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
] as const

/** A duration in its largest whole unit: 5400 s -> 1 hour, 30 s -> 30 seconds. */
export function formatDuration(seconds: number): string {
  const step = STEPS.find((candidate) => seconds >= candidate.seconds) ?? { seconds: 1, unit: 'second' }
  const count = Math.floor(seconds / step.seconds)
  return `${count} ${step.unit}${count === 1 ? '' : 's'}`
}

/**
 * How long a state has lasted, in the largest unit that keeps it at 2 or more: `90 seconds`, `3.2 hours`, `5 days`.
 * Pages and the reasons of answers say it with the same words.
 */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, seconds)
  if (whole < 120) return `${Math.round(whole)} ${Math.round(whole) === 1 ? 'second' : 'seconds'}`
  if (whole < 7200) return `${Math.round(whole / 60)} minutes`
  if (whole < 172_800) return `${Math.round(whole / 360) / 10} hours`
  return `${Math.round(whole / 8640) / 10} days`
}

/** 3 minutes ago, in 12 minutes, or now (within 5 seconds). */
export function formatRelativeTime(instant: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(instant).getTime()) / 1000)
  if (Math.abs(seconds) < 5) return 'now'
  return seconds > 0 ? `${formatDuration(seconds)} ago` : `in ${formatDuration(-seconds)}`
}
