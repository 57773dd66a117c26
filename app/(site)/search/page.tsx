import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { formatCount } from '@/app/_ui/format'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { SearchForm } from '@/app/_ui/layout/search-form'
import { PageHeader } from '@/app/_ui/layout/section'
import { BestResult } from '@/app/_ui/lists/best-result'
import { type AddressParameters, addressOf, chosenOf, Filters, SEARCH_FILTERS } from '@/app/_ui/lists/filters'
import { MOST_CHARACTERS, MOST_FILTERED_CHARACTERS, searchQuery } from '@/app/_ui/lists/search-query'
import { ToolTable } from '@/app/_ui/lists/tool-table'
import { STATUS_DISPLAY } from '@/app/_ui/status'
import { UntrustedText } from '@/app/_ui/untrusted-text'
import { readSearch } from '@/app/(site)/_read/search'
import type { ListedResult } from '@/lib/api/operations/search'
import { type InputOf, OPERATIONS } from '@/lib/contract/operations'

const RESULTS_SHOWN = 25

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
      {isSetup ? <SetupHint /> : <Results query={query} chosen={chosenOf(given, SEARCH_FILTERS)} />}
    </>
  )
}

function SetupHint() {
  return (
    <p role="status" className="max-w-xl text-pretty text-lg">
      That looks like the configuration of a client. <a href="/check">Check my setup</a> reads such a file in your
      browser and shows the state of every server in it.
    </p>
  )
}

function Results({ query, chosen }: { query: string; chosen: AddressParameters }) {
  if (query === '') return <Hint>Type the name of a server or tool, or what it should do, in any language.</Hint>
  if (query.length > MOST_CHARACTERS)
    return (
      <Hint>
        The text is longer than {formatCount(MOST_CHARACTERS)} characters. Shorten it, or ask the{' '}
        <a href="/docs/reference/search">API</a>, which reads longer ones.
      </Hint>
    )
  const input = OPERATIONS.search.input.safeParse({ q: query, ...chosen })
  const parameters = { q: query, ...chosen }
  if (!input.success)
    return (
      <Hint>
        There is no such filter. <a href={addressOf('/search', { q: query })}>Search without filters</a>.
      </Hint>
    )
  return (
    <>
      {query.length <= MOST_FILTERED_CHARACTERS && (
        <details className="mb-6" open={Object.keys(chosen).length > 0}>
          <summary className="text-sm">Filter</summary>
          <div className="mt-3">
            <Filters path="/search" chosen={parameters} groups={SEARCH_FILTERS} />
          </div>
        </details>
      )}
      <SearchResults input={input.data} parameters={parameters} />
    </>
  )
}

async function SearchResults({ input, parameters }: { input: InputOf<'search'>; parameters: AddressParameters }) {
  const reading = await readSearch(input, RESULTS_SHOWN)
  if (reading === undefined) return <Hint>The search index is being built. Try again in a moment.</Hint>
  const { rows, unsafeFits: unsafe } = reading
  const [best] = rows
  const others = unsafe.length > 0 ? rows.filter((row) => !unsafe.includes(row)) : rows.slice(1)
  const title = unsafe.length > 0 ? 'Other results, which fit less' : 'More results'
  if (best === undefined) return <NoResults query={input.q} isFiltered={Object.keys(parameters).length > 1} />
  return (
    <>
      {unsafe.length > 0 ? (
        <UnsafeResults rows={unsafe} />
      ) : (
        <BestResult
          result={best}
          days={reading.days.get(best.serverId)}
          hasAlternatives={reading.replaceable.has(best.toolId)}
        />
      )}
      {others.length > 0 && (
        <section className="card mt-5" aria-labelledby="others-title">
          <h2 id="others-title" className="mb-4 font-semibold">
            {title}
          </h2>
          <ToolTable
            caption={`${title}, best first`}
            rows={others.map((row) =>
              reading.replaceable.has(row.toolId)
                ? { ...row, alternatives: `/alternatives/${idToPath(row.toolId)}` }
                : row,
            )}
            days={reading.days}
          />
        </section>
      )}
      <p role="status" className="mt-4 text-soft text-sm">
        The {reading.rows.length} best results.{' '}
        <a href={addressOf('/v1/search', { ...parameters, limit: String(RESULTS_SHOWN) })} rel="nofollow">
          JSON
        </a>
      </p>
    </>
  )
}

function UnsafeResults({ rows }: { rows: readonly ListedResult[] }) {
  return (
    <section className="card" aria-labelledby="unsafe-title">
      <h2 id="unsafe-title" className={`font-semibold text-2xl tracking-tight ${STATUS_DISPLAY.unsafe.color}`}>
        What fits is unsafe
      </h2>
      <p className="mt-2 mb-4 max-w-xl text-pretty">
        Do not connect these: their texts instruct agents to act against their users. Nothing else found fits well.
      </p>
      <ToolTable caption="What fits is unsafe" rows={rows} days={new Map()} />
    </section>
  )
}

function NoResults({ query, isFiltered }: { query: string; isFiltered: boolean }) {
  return (
    <Hint>
      No results for <UntrustedText text={query} className="font-medium" />.{' '}
      {isFiltered ? (
        <a href={addressOf('/search', { q: query })}>Search without filters</a>
      ) : (
        <>
          Try other words, or browse the <a href="/categories">rankings</a>
        </>
      )}
      .
    </Hint>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="max-w-xl text-pretty text-lg">
      {children}
    </p>
  )
}
