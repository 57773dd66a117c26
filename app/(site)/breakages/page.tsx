import type { Metadata } from 'next'
import { IncidentList } from '@/app/_ui/incident-list'
import { pageMetadata } from '@/app/_ui/page-metadata'
import { PageHead } from '@/app/_ui/section'
import { brokenNow } from '@/lib/api/breakages'
import { getContext } from '@/lib/api/context'

export const metadata: Metadata = pageMetadata({
  title: 'What is broken now',
  description:
    'Open incidents of MCP servers and their tools: what broke together, how bad it is, since when, and why.',
  path: '/breakages',
  json: '/v1/breakages',
})

/** As many as the operation gives at most. */
const MOST_SHOWN = 100

export default async function BreakagesPage() {
  const incidents = await brokenNow({ limit: MOST_SHOWN }, await getContext())
  return (
    <>
      <PageHead title="What is broken now">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          What broke together is one incident: a host, hosts at one address, a server that changed what it offers. The
          worst first. <a href="/v1/breakages">The same as JSON</a>.
        </p>
      </PageHead>
      {incidents.length === 0 ? (
        <p>Nothing we watch is broken now.</p>
      ) : (
        <section aria-label="Open incidents">
          <IncidentList incidents={incidents} now={new Date()} />
          {incidents.length === MOST_SHOWN && <p className="mt-4 text-soft text-sm">The worst {MOST_SHOWN}.</p>}
        </section>
      )}
    </>
  )
}
