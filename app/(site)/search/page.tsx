import type { Metadata } from 'next'
import { formatCount } from '@/app/_ui/format'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { SearchForm } from '@/app/_ui/layout/search-form'
import { PageHeader } from '@/app/_ui/layout/section'
import {
  type AddressParameters,
  addressOf,
  chosenOf,
  MORE_SEARCH_FILTERS,
  SEARCH_FILTERS,
} from '@/app/_ui/lists/filters'
import { MOST_CHARACTERS, searchQuery } from '@/app/_ui/lists/search-query'
import { Hint, SearchResults } from '@/app/_ui/search/search-results'
import { readSearch } from '@/app/(site)/_read/search'
import { OPERATIONS } from '@/lib/contract/operations'

/** Further results hardly fit. */
const MOST_PAGES = 4

export const metadata: Metadata = pageMetadata({
  title: 'Search',
  description: 'Find MCP servers and tools by name or by what they do, with their state right now.',
  path: '/search',
  // Search engines discourage indexed result pages.
  isIndexed: false,
})

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const given = await searchParams
  const query = searchQuery(given.q)
  const isSetup = query.startsWith('{')
  return (
    <>
      <PageHeader title="Search">
        <div className="mt-6">
          {/* A pasted configuration may hold secrets: it is not repeated. */}
          <SearchForm query={isSetup ? '' : query.slice(0, MOST_CHARACTERS)} />
        </div>
      </PageHeader>
      {isSetup ? <SetupHint /> : <Results query={query} chosen={chosenOf(given, FILTERS, ['as', 'page'])} />}
    </>
  )
}

const FILTERS = [...SEARCH_FILTERS, ...MORE_SEARCH_FILTERS]

function SetupHint() {
  return (
    <Hint>
      That looks like the configuration of a client. <a href="/check">Check my setup</a> reads such a file in your
      browser and shows the state of every server in it.
    </Hint>
  )
}

async function Results({ query, chosen }: { query: string; chosen: AddressParameters }) {
  if (query === '') return <Hint>Type the name of a server or tool, or what it should do, in any language.</Hint>
  if (query.length > MOST_CHARACTERS)
    return (
      <Hint>
        The text is longer than {formatCount(MOST_CHARACTERS)} characters. Shorten it, or ask the{' '}
        <a href="/docs/reference/search">API</a>, which reads longer ones.
      </Hint>
    )
  const { as, page: asked = '1', ...filters } = chosen
  const input = OPERATIONS.search.input.safeParse({ q: query, ...filters })
  const page = /^[1-9]$/.test(asked) ? Number(asked) : 0
  if (!input.success || page < 1 || page > MOST_PAGES || (as !== undefined && as !== 'words'))
    return (
      <Hint>
        There is no such filter or page. <a href={addressOf('/search', { q: query })}>Search without filters</a>.
      </Hint>
    )
  const reading = await readSearch(input.data, { page, asWords: as === 'words' })
  if (reading === undefined) return <Hint>The search index is being built. Try again in a moment.</Hint>
  const hasMore = reading.hasMore && page < MOST_PAGES
  const parameters = { q: query, ...filters, ...(as !== undefined && { as }) }
  return <SearchResults {...reading} hasMore={hasMore} page={page} parameters={parameters} />
}
