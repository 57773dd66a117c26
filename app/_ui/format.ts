const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** 12345.67 -> 12,345.7 */
export function formatCount(value: number): string {
  return counts.format(value)
}

/** 87 -> 87.0 */
export function formatScore(score: number): string {
  return score.toFixed(1)
}

/** A share (0-1) as percent with so many decimals, cut rather than rounded: only a share of exactly 1 reads 100 %. */
export function formatShare(share: number, decimals: number): string {
  const unit = 10 ** decimals
  const cut = Math.floor(share * 100 * unit + 1e-6) / unit
  return `${share === 1 ? '100' : Math.min(cut, 100 - 1 / unit).toFixed(decimals)}\u00a0%`
}

/** A share as a CSS length, clamped to 0-100 %. */
export function toWidth(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`
}

/** 2026-11-20 10:43 UTC */
export function formatTimestamp(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

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

/** 3 minutes ago, in 12 minutes, or now (within 5 seconds). */
export function formatRelativeTime(instant: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(instant).getTime()) / 1000)
  if (Math.abs(seconds) < 5) return 'now'
  return seconds > 0 ? `${formatDuration(seconds)} ago` : `in ${formatDuration(-seconds)}`
}
