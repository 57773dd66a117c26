import type { Metadata } from 'next'
import { FirstCalls } from '@/app/_ui/docs/first-calls'
import { Hero } from '@/app/_ui/home/hero'
import { Verifiability } from '@/app/_ui/home/verifiability'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { Section } from '@/app/_ui/layout/section'
import { CategoryGrid } from '@/app/_ui/lists/category-grid'
import { IncidentList } from '@/app/_ui/lists/incident-list'
import { readSearchResults } from '@/app/(site)/_read/search'
import { brokenNow } from '@/lib/api/operations/breakages/breakages'
import { categories } from '@/lib/api/operations/categories'
import { overview } from '@/lib/api/overview'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Assay: does the tool work now?',
  description:
    'Assay shows AI agents and people whether a tool works now, how to call it and what to use instead, with the evidence.',
  path: '/',
})

const INCIDENTS_SHOWN = 6
const EXAMPLE = { query: 'read a file', toolId: 'npm-official/modelcontextprotocol/server-everything/echo' }

export default async function HomePage() {
  const context = await getContext()
  const [totals, incidents, listings, found] = await Promise.all([
    overview(context),
    brokenNow({ limit: INCIDENTS_SHOWN }, context),
    categories({}, context),
    readSearchResults({ q: EXAMPLE.query, readOnly: false }, 1),
  ])
  return (
    <>
      <Hero totals={totals} now={new Date()} />
      <Section id="breakages" title="Open breakages" note={<a href="/breakages">All breakages</a>}>
        <IncidentList incidents={incidents} now={new Date()} />
      </Section>
      <Section id="check" title="How to verify it" note="All results can be checked independently.">
        <Verifiability />
      </Section>
      <Section
        id="agents"
        title="How an agent calls it"
        note={
          <>
            No key needed. <a href="/docs">All calls</a>, <a href="/openapi.json">OpenAPI 3.1</a>.
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
