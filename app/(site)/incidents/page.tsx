import type { Metadata } from 'next'
import { Card } from '@/app/_ui/card'
import { IncidentFilters } from '@/app/_ui/incidents/incident-filters'
import { feedsOf, type IncidentsFilter, incidentsAddress } from '@/app/_ui/incidents/incidents-address'
import { missingMetadata, pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { IncidentList } from '@/app/_ui/lists/incident-list'
import { PageLinks } from '@/app/_ui/lists/pager'
import { missingIncidents } from '@/app/(site)/_read/missing'
import { hasResults, overview } from '@/lib/api/page-data/overview'
import { OPERATIONS } from '@/lib/contract/operations'
import { categoryBySlug } from '@/lib/core/catalog/taxonomy'
import { incidents } from '@/lib/incidents/operations/incidents'
import { getContext } from '@/lib/runtime/app'

type Query = Record<string, string | string[] | undefined>

/** The filter and page that an address asks for; undefined: there is no such list. */
function readQuery(query: Query) {
  const { state, kind, severity, category, server, page } = query
  const input = OPERATIONS.incidents.input.safeParse({ state, kind, severity, category, server, page })
  if (!input.success) return undefined
  const slug = input.data.category
  return slug !== undefined && categoryBySlug(slug) === undefined ? undefined : input.data
}

export async function generateMetadata({ searchParams }: PageProps<'/incidents'>): Promise<Metadata> {
  const input = readQuery(await searchParams)
  if (input === undefined) return missingMetadata('No such list of incidents')
  const { page, limit: _limit, ...filter } = input
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return pageMetadata({
    title: `Incidents of MCP servers, open and past${page > 1 ? `, page ${page}` : ''}`,
    description: 'Which MCP servers are down or changed now, since when, why, and what happened before.',
    path: incidentsAddress(filter, page),
    json: incidentsAddress(filter, page, '/v1/incidents'),
    feeds: Object.fromEntries(feedsOf(filter).map(({ type, path }) => [type, path])),
    isIndexed: !isNarrowed && page === 1,
  })
}

export default async function IncidentsPage({ searchParams }: PageProps<'/incidents'>) {
  const input = readQuery(await searchParams)
  if (input === undefined)
    return missingIncidents('No such list of incidents', 'The address asks for a filter or a page that does not exist.')
  const context = await getContext()
  const { incidents: listed, page, hasMore } = await incidents(input, context)
  const { page: _page, limit: _limit, ...filter } = input
  const open = listed.filter(({ closedAt }) => closedAt === null)
  const past = listed.filter(({ closedAt }) => closedAt !== null)
  return (
    <>
      <PageHeader
        title="Incidents"
        intro="What is down or changed now, and what was. Servers that failed together for one cause are one incident."
      />
      <div className="grid grid-cols-1 gap-5">
        <IncidentFilters filter={filter} />
        {filter.server !== undefined && (
          <p className="text-sm">
            Only incidents of <bdi className="untrusted font-medium">{filter.server}</bdi>.{' '}
            <a href={incidentsAddress({ ...filter, server: undefined })}>Show all servers</a>
          </p>
        )}
        {filter.state !== 'past' && page === 1 && (
          <Card title="Open now" note={<Feeds filter={filter} />}>
            {open.length === 0 ? (
              <p>{hasResults(await overview(context)) ? 'Nothing is broken now.' : 'Nothing has been checked yet.'}</p>
            ) : (
              <IncidentList incidents={open} />
            )}
          </Card>
        )}
        {filter.state !== 'past' && page > 1 && open.length > 0 && (
          <Card title="Open now">
            <IncidentList incidents={open} />
          </Card>
        )}
        {(past.length > 0 || (filter.state !== 'open' && !hasMore)) && (
          <Card title="Past">
            {past.length === 0 ? <p>No past incidents on this page.</p> : <IncidentList incidents={past} />}
          </Card>
        )}
        <More filter={filter} page={page} hasMore={hasMore} />
      </div>
    </>
  )
}

function Feeds({ filter }: { filter: IncidentsFilter }) {
  const json = incidentsAddress(filter, 1, '/v1/incidents')
  return (
    <ul aria-label="Feeds" className="flex flex-wrap gap-x-4">
      {[...feedsOf(filter), { name: 'JSON', type: 'application/json', path: json }].map(({ name, type, path }) => (
        <li key={name}>
          <a href={path} type={type}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function More({ filter, page, hasMore }: { filter: IncidentsFilter; page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null
  return (
    <PageLinks
      previous={page > 1 ? incidentsAddress(filter, page - 1) : null}
      next={hasMore ? incidentsAddress(filter, page + 1) : null}
      text={`Page ${page}`}
      className="py-2"
    />
  )
}
