import type { BreakageKind } from 'assay-verify/breakage-kind'
import type { Report } from '@/lib/contract/report/report'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { formatCount } from '../format'
import { BarsCard } from './bars-card'

/** What is broken now, by kind. */
export function Incidents({ breakages }: { breakages: Report['breakages'] }) {
  const open = Object.entries(breakages.open) as [BreakageKind, number][]
  const total = open.reduce((sum, [, count]) => sum + count, 0)
  return (
    <BarsCard
      id="breakages"
      title="What is broken now"
      note={<a href="/incidents">Incidents</a>}
      above={
        <>
          In the last 24 hours {formatCount(breakages.openedLast24h)} began and {formatCount(breakages.closedLast24h)}{' '}
          ended.
        </>
      }
      caption="Open breakages by kind"
      heading="Kind"
      rows={open.map(([kind, count]) => ({
        key: kind,
        name: BREAKAGES[kind].sentence,
        count,
        fill: 'fill-down-mark',
      }))}
      of={total}
      nothing={total === 0 ? 'Nothing is broken now.' : undefined}
    />
  )
}

/** Changes of tools, by the most severe. */
const CHANGED = {
  safety: 'Less safe: a promise was taken back',
  breaking: 'Breaking: calls that worked may fail',
  additive: 'Additive: more is possible',
  wording: 'Only the wording',
} as const

/** How often tools changed. */
export function Changes({ drift }: { drift: Report['drift'] }) {
  const classes = Object.keys(CHANGED) as (keyof typeof CHANGED)[]
  const total = classes.reduce((sum, name) => sum + drift.last30d[name], 0)
  const week = classes.reduce((sum, name) => sum + drift.last7d[name], 0)
  return (
    <BarsCard
      id="drift"
      title="How often tools change"
      note="30 days"
      above={total === 0 ? undefined : `${formatCount(week)} of these in the last 7 days.`}
      caption="Changes of tools in 30 days, by the most severe change"
      heading="Most severe change"
      rows={classes.map((name) => ({ key: name, name: CHANGED[name], count: drift.last30d[name] }))}
      of={total}
      nothing={total === 0 ? 'No change was seen in 30 days.' : undefined}
    />
  )
}
