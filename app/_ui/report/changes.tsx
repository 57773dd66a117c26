import type { BreakageKind } from 'assay-verify/breakage-kind'
import type { Report } from '@/lib/contract/report/report'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { Card } from '../card'
import { Bars } from '../charts/bars'
import { formatCount } from '../format'
import { CHANGED, NOTHING_TO_DRAW } from '../words/report-sentences'

/** What is broken now, by kind. */
export function Incidents({ breakages }: { breakages: Report['breakages'] }) {
  const open = Object.entries(breakages.open) as [BreakageKind, number][]
  const total = open.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Card id="breakages" title="What is broken now" note={<a href="/incidents">Incidents</a>}>
      <p className="mb-4 text-soft text-sm">
        In the last 24 hours {formatCount(breakages.openedLast24h)} began and {formatCount(breakages.closedLast24h)}{' '}
        ended.
      </p>
      {total === 0 ? (
        <p className="text-soft">{NOTHING_TO_DRAW.noneOpen.say(null)}</p>
      ) : (
        <Bars
          caption="Open breakages by kind"
          heading="Kind"
          rows={open.map(([kind, count]) => ({
            key: kind,
            name: BREAKAGES[kind].sentence,
            count,
            fill: 'fill-down-mark',
          }))}
          of={total}
        />
      )}
    </Card>
  )
}

/** How often tools changed. */
export function Changes({ drift }: { drift: Report['drift'] }) {
  const classes = Object.keys(CHANGED) as (keyof typeof CHANGED)[]
  const total = classes.reduce((sum, name) => sum + drift.last30d[name], 0)
  const week = classes.reduce((sum, name) => sum + drift.last7d[name], 0)
  return (
    <Card id="drift" title="How often tools change" note="30 days">
      {total === 0 ? (
        <p className="text-soft">{NOTHING_TO_DRAW.noneChanged.say(null)}</p>
      ) : (
        <>
          <p className="mb-4 text-soft text-sm">{formatCount(week)} of these in the last 7 days.</p>
          <Bars
            caption="Changes of tools in 30 days, by the most severe change"
            heading="Most severe change"
            rows={classes.map((name) => ({ key: name, name: CHANGED[name].say(null), count: drift.last30d[name] }))}
            of={total}
          />
        </>
      )}
    </Card>
  )
}

/** Categories drawn: the largest. */
const MOST_CATEGORIES = 8

/** The largest categories of tools. */
export function Categories({ totals }: { totals: Report['totals'] }) {
  const listed = totals.byCategory.filter(({ tracked }) => tracked > 0).sort((a, b) => b.tracked - a.tracked)
  if (listed.length === 0) return null
  return (
    <Card id="categories" title="What they are for" note={<a href="/categories">All rankings</a>}>
      <Bars
        caption="Listed tools by category"
        heading="Category"
        rows={listed.slice(0, MOST_CATEGORIES).map(({ slug, name, tracked }) => ({
          key: slug,
          name: <a href={`/category/${slug}`}>{name}</a>,
          count: tracked,
        }))}
        of={listed.reduce((sum, { tracked }) => sum + tracked, 0)}
      />
    </Card>
  )
}
