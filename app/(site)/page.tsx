import type { Metadata } from 'next'
import { Card } from '@/app/_ui/card'
import { formatCount } from '@/app/_ui/format'
import { BreakingNow } from '@/app/_ui/home/breaking-now'
import { ForAgents } from '@/app/_ui/home/for-agents'
import { Headline } from '@/app/_ui/home/headline'
import { ImportHint } from '@/app/_ui/home/import-hint'
import { RightNow } from '@/app/_ui/home/right-now'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { ToolTable } from '@/app/_ui/lists/tool-table'
import { SiteData } from '@/app/_ui/structured/site-data'
import { hasResults, overview } from '@/lib/api/page-data/overview'
import { homeLists } from '@/lib/api/page-data/top-lists'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { newestBreakages } from '@/lib/incidents/operations/breakages'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Assay: is that MCP tool working right now?',
  description:
    'Whether an MCP server or tool works right now, since when, and what to use instead. Checked around the clock, graded A to F, with proof.',
  path: '/',
})

const BREAKAGES_SHOWN = 5
/** An installation with fewer servers is taken for a new one. */
const FEW_SERVERS = 20

export default async function HomePage() {
  const context = await getContext()
  const [counts, breakages, { lists, days }] = await Promise.all([
    overview(context),
    newestBreakages(BREAKAGES_SHOWN, context),
    homeLists(context),
  ])
  const servers = Object.values(counts.servers).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <Headline />
      <SiteData baseUrl={config().baseUrl} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="lg:col-span-2">
          <RightNow {...counts} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {lists.map(({ category, rows }) => (
            <Card
              key={category.slug}
              title={
                <a href={category.url} className="quiet-link">
                  {category.name}
                </a>
              }
              note={
                <a href={category.url}>
                  {category.tracked === 1 ? 'its only tool' : `all ${formatCount(category.tracked)} tools`}
                </a>
              }
            >
              <ToolTable
                caption={`${category.name}: what is rated and most wanted`}
                rows={rows}
                days={days}
                form="short"
              />
            </Card>
          ))}
          {lists.length === 0 && (
            <Card title="Rankings">
              <p className="text-soft text-sm">No tool is rated yet.</p>
            </Card>
          )}
          <p className="px-5 text-sm">
            What is rated, first what the most registries list.{' '}
            <a href="/categories">All {CATEGORIES.length} rankings</a>
          </p>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {servers < FEW_SERVERS && <ImportHint servers={servers} />}
          <BreakingNow breakages={breakages} hasResults={hasResults(counts)} />
          <ForAgents baseUrl={config().baseUrl} />
        </div>
      </div>
    </>
  )
}
