import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { IncidentList } from '@/app/_ui/lists/incident-list'
import { brokenNow } from '@/lib/api/operations/breakages/breakages'
import { getContext } from '@/lib/runtime/app'

const FEEDS = [
  { name: 'RSS', type: 'application/rss+xml', path: '/v1/breakages.rss' },
  { name: 'Atom', type: 'application/atom+xml', path: '/v1/breakages.atom' },
  { name: 'JSON Feed', type: 'application/feed+json', path: '/v1/breakages.feed.json' },
] as const

export const metadata: Metadata = pageMetadata({
  title: 'What is broken now',
  description: 'Open incidents of MCP servers and their tools: what is affected, severity, start and cause.',
  path: '/breakages',
  json: '/v1/breakages',
  feeds: Object.fromEntries(FEEDS.map(({ type, path }) => [type, path])),
})

/** The highest limit the operation accepts. */
const MOST_SHOWN = 100

export default async function BreakagesPage() {
  const incidents = await brokenNow({ limit: MOST_SHOWN }, await getContext())
  return (
    <>
      <PageHeader
        title="What is broken now"
        intro="Breakages with one cause form one incident: a host that is down, hosts at one address, a server that changed its tools. Most severe first."
      >
        <ul aria-label="Other formats" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <li>
            <a href="/v1/breakages">JSON</a>
          </li>
          {FEEDS.map(({ name, type, path }) => (
            <li key={path}>
              <a href={path} type={type}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </PageHeader>
      <section aria-label="Open incidents">
        <IncidentList incidents={incidents} now={new Date()} />
        {incidents.length === MOST_SHOWN && (
          <p className="mt-4 text-soft text-sm">The {MOST_SHOWN} most severe are shown.</p>
        )}
      </section>
    </>
  )
}
