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

/** 2026-11-20 10:43 UTC */
export function formatTimestamp(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 9 Nov 2026 */
export function formatDay(instant: string): string {
  return days.format(new Date(instant))
}

/** The text, or where it is longer its beginning and an ellipsis, in so many letters. */
export function shortened(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  const kept = letters.slice(0, length - 1).join('')
  return `${kept.trimEnd()}…`
}
