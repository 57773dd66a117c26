import type { DayState } from '@/lib/core/history/day-strip'

/**
 * Forms of the bars of states, so that no two states differ by colour alone: whole, cut off at the top, cut in two, cut
 * off at the foot, low.
 */
export const BAR_FORMS = ['whole', 'lower', 'parted', 'raised', 'low'] as const
export type BarForm = (typeof BAR_FORMS)[number]

/** The form of a day's bar. */
export const DAY_FORMS: Readonly<Record<DayState, BarForm>> = {
  up: 'whole',
  partial: 'lower',
  down: 'parted',
  unobserved: 'low',
}

/** From and to of each part, as shares (0-1) of the height from the top. */
const PARTS: Readonly<Record<BarForm, readonly (readonly [number, number])[]>> = {
  whole: [[0, 1]],
  lower: [[0.3, 1]],
  parted: [
    [0, 0.4],
    [0.6, 1],
  ],
  raised: [[0, 0.7]],
  low: [[0.7, 1]],
}

/** The path of a bar whose left edge is at `x`. */
export function barPath(form: BarForm, x: number, width: number, height: number): string {
  return PARTS[form]
    .map(([from, to]) => `M${x} ${rounded(from * height)}h${width}V${rounded(to * height)}h-${width}z`)
    .join('')
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
