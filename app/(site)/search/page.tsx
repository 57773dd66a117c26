import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { SearchForm } from '@/app/_ui/layout/search-form'
import { PageHeader } from '@/app/_ui/layout/section'
import { CandidateList } from '@/app/_ui/lists/candidate-list'
import { UntrustedText } from '@/app/_ui/untrusted-text'
import { readSearchResults } from '@/app/(site)/_read/search'
import { type InputOf, OPERATIONS } from '@/lib/contract/operations'

const RESULTS_SHOWN = 25

export const metadata: Metadata = {
  ...pageMetadata({
    title: 'Search',
    description: 'Find tools for AI agents by what they do, with their live status.',
    path: '/search',
  }),
  // Search engines discourage indexed result pages.
  robots: { index: false },
}

export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const { q = '' } = await searchParams
  const query = Array.isArray(q) ? q.join(' ') : q
  const input = OPERATIONS.search.input.safeParse({ q: query })
  return (
    <>
      <PageHeader title="Search">
        <div className="mt-8">
          <SearchForm query={query} />
        </div>
      </PageHeader>
      {input.success ? <Results input={input.data} /> : <InputHint query={query} />}
    </>
  )
}

async function Results({ input }: { input: InputOf<'search'> }) {
  const results = await readSearchResults(input, RESULTS_SHOWN)
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
        No results for <UntrustedText text={input.q} className="font-medium" />. Try other words, or browse the{' '}
        <a href="/categories">categories</a>.
      </p>
    )
  }
  return (
    <>
      <p role="status" className="pb-4 text-soft text-sm">
        The {results.length} best results.{' '}
        <a href={`/v1/search?q=${encodeURIComponent(input.q)}&limit=${RESULTS_SHOWN}`}>View as JSON</a>.
      </p>
      <CandidateList results={results} />
    </>
  )
}

function InputHint({ query }: { query: string }) {
  return (
    <p className="max-w-xl text-pretty text-lg text-soft">
      {query.trim() === ''
        ? 'Describe in any language what the tool should do.'
        : 'The query is longer than 10,000 characters. Shorten it.'}
    </p>
  )
}
