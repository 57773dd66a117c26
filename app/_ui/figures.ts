const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** 12345.67 -> 12,345.7 */
export function formatCount(value: number): string {
  return counts.format(value)
}

/** One decimal, always: 87 -> 87.0 */
export function formatScore(score: number): string {
  return score.toFixed(1)
}

/**
 * A share (0-1) as percent, cut rather than rounded, so that only a perfect record reads 100 %.
 * `decimals` are kept up to that point.
 */
export function formatShare(share: number, decimals: number): string {
  const unit = 10 ** decimals
  const cut = Math.floor(share * 100 * unit + 1e-6) / unit
  return `${share === 1 ? '100' : Math.min(cut, 100 - 1 / unit).toFixed(decimals)}\u00a0%`
}

/** A share of a scale as a CSS length, kept inside it. */
export function toWidth(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`
}

/** 2026-11-20 10:43 UTC */
export function formatInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const STEPS = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
] as const

/** The larger part of a length of time: 5400 s -> 1 hour, 30 s -> 30 seconds. */
export function formatDuration(seconds: number): string {
  const step = STEPS.find((candidate) => seconds >= candidate.seconds) ?? { seconds: 1, unit: 'second' }
  const count = Math.floor(seconds / step.seconds)
  return `${count} ${step.unit}${count === 1 ? '' : 's'}`
}

/** 3 minutes ago, or: in 12 minutes. */
export function formatDistance(instant: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(instant).getTime()) / 1000)
  if (Math.abs(seconds) < 5) return 'now'
  return seconds > 0 ? `${formatDuration(seconds)} ago` : `in ${formatDuration(-seconds)}`
}
