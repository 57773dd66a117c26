import type { Metadata } from 'next'
import { Foreign } from '@/app/_ui/foreign-text'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { SearchForm } from '@/app/_ui/layout/search-form'
import { PageHead } from '@/app/_ui/layout/section'
import { CandidateList } from '@/app/_ui/lists/candidate-list'
import { readFound } from '@/app/(site)/_read/search-results'
import { type InputOf, OPERATIONS } from '@/lib/contract/operations'

export const metadata: Metadata = {
  ...pageMetadata({
    title: 'Search',
    description: 'Find tools for AI agents by what they do, with their live status.',
    path: '/search',
  }),
  // Results are ours to serve, not another index's to keep.
  robots: { index: false },
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const { q = '' } = await searchParams
  const query = Array.isArray(q) ? q.join(' ') : q
  const input = OPERATIONS.search.input.safeParse({ q: query, limit: 25 })
  return (
    <>
      <PageHead title="Search">
        <div className="mt-8">
          <SearchForm query={query} />
        </div>
      </PageHead>
      {input.success ? <Results input={input.data} /> : <Hint query={query} />}
    </>
  )
}

async function Results({ input }: { input: InputOf<'search'> }) {
  const results = await readFound(input)
  if (results === undefined) {
    return (
      <p role="status" className="max-w-xl text-pretty text-lg">
        The search index is being built. Try again in a moment.
      </p>
    )
  }
  if (results.length === 0) {
    return (
      <p role="status" className="max-w-xl text-pretty text-lg">
        Nothing in the catalog fits <Foreign text={input.q} className="font-medium" />. Try other words, or go by{' '}
        <a href="/categories">category</a>.
      </p>
    )
  }
  return (
    <>
      <p role="status" className="pb-4 text-soft text-sm">
        {results.length} best results, best first.{' '}
        <a href={`/v1/search?q=${encodeURIComponent(input.q)}&limit=25`}>The same as JSON</a>.
      </p>
      <CandidateList results={results} />
    </>
  )
}

function Hint({ query }: { query: string }) {
  return (
    <p className="max-w-xl text-pretty text-lg text-soft">
      {query.trim() === ''
        ? 'Say in your own words, in any language, what the tool should do.'
        : 'That is longer than 10,000 characters. Say it shorter.'}
    </p>
  )
}
