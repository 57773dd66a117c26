import type { Metadata } from 'next'
import { Checks } from '@/app/_ui/home/checks'
import { FirstCalls } from '@/app/_ui/home/first-calls'
import { Opening } from '@/app/_ui/home/opening'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { Section } from '@/app/_ui/layout/section'
import { CategoryGrid } from '@/app/_ui/lists/category-grid'
import { IncidentList } from '@/app/_ui/lists/incident-list'
import { readFound } from '@/app/(site)/_read/search-results'
import { brokenNow } from '@/lib/api/operations/breakages'
import { categories } from '@/lib/api/operations/categories'
import { overview } from '@/lib/api/overview'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Assay: does the tool work now?',
  description:
    'Assay tells AI agents and people whether a tool works now, how to call it and what to use instead, and shows the evidence.',
  path: '/',
})

const INCIDENTS_SHOWN = 6
const EXAMPLE = { query: 'read a file', toolId: 'npm-official/modelcontextprotocol/server-everything/echo' }

export default async function HomePage() {
  const context = await getContext()
  const [totals, broken, listings, found] = await Promise.all([
    overview(context),
    brokenNow({ limit: INCIDENTS_SHOWN }, context),
    categories({}, context),
    readFound({ q: EXAMPLE.query, readOnly: false, limit: 1 }),
  ])
  return (
    <>
      <Opening totals={totals} now={new Date()} />
      <Section id="breakages" title="Open breakages" note={<a href="/breakages">All of them</a>}>
        {broken.length === 0 ? (
          <p>Nothing we watch is broken now.</p>
        ) : (
          <IncidentList incidents={broken} now={new Date()} />
        )}
      </Section>
      <Section id="check" title="How it can be checked" note="You need not take our word for any of it.">
        <Checks />
      </Section>
      <Section
        id="agents"
        title="How an agent calls it"
        note={
          <>
            No key. <a href="/docs">All calls</a>, <a href="/openapi.json">OpenAPI 3.1</a>.
          </>
        }
      >
        <FirstCalls baseUrl={config().baseUrl} query={EXAMPLE.query} toolId={found?.[0]?.toolId ?? EXAMPLE.toolId} />
      </Section>
      <Section id="categories" title="Categories" note={<a href="/categories">With descriptions</a>}>
        <CategoryGrid categories={listings.categories} />
      </Section>
    </>
  )
}
