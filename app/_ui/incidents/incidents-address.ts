/** What the list of incidents is narrowed to; what is left out does not matter. */
export interface IncidentsFilter {
  state?: string | undefined
  kind?: string | undefined
  severity?: string | undefined
  category?: string | undefined
  server?: string | undefined
}

/** The address of a list of incidents, the first page without a number. */
export function incidentsAddress(filter: IncidentsFilter, page = 1, path = '/incidents'): string {
  const given = Object.entries({ ...filter, ...(page > 1 && { page: String(page) }) })
  const query = new URLSearchParams(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return query.size === 0 ? path : `${path}?${query}`
}

/** The feeds of what broke and what recovered: all, or of one server or category. */
export function feedsOf({ server, category }: IncidentsFilter) {
  return FEEDS.map(({ name, type, path }) => ({ name, type, path: incidentsAddress({ server, category }, 1, path) }))
}

/** The feed of what broke and what recovered of some servers, 100 at most. */
export function feedOfServers(ids: readonly string[]): string {
  return `${FEEDS[0].path}?${new URLSearchParams(ids.map((id) => ['server', id]))}`
}

const FEEDS = [
  { name: 'RSS', type: 'application/rss+xml', path: '/v1/breakages.rss' },
  { name: 'Atom', type: 'application/atom+xml', path: '/v1/breakages.atom' },
  { name: 'JSON Feed', type: 'application/feed+json', path: '/v1/breakages.feed.json' },
] as const
