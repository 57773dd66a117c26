import { formatCount } from '../format'

/** Outages, settled forecasts and checks from which on a share of them says something. */
export const LEAST_OUTAGES = 10
export const LEAST_FORECASTS = 100
export const LEAST_CHECKS = 1000

/** Said in place of a figure or a drawing. `seen`: what there is so far, as "3 outages". */
export function TooLittleData({ seen, least, windowDays }: { seen: string; least: number; windowDays: number }) {
  return (
    <p className="text-pretty text-soft">{`Too little data yet: ${seen} in the last ${windowDays} days. We show this from ${formatCount(least)} on.`}</p>
  )
}
