import type { Metadata } from 'next'
import { SearchForm } from './_ui/layout/search-form'
import { PageHead } from './_ui/layout/section'

export const metadata: Metadata = { title: 'Nothing is served here · Assay' }

export default function NotFound() {
  return (
    <>
      <PageHead above="404" title="Nothing is served here">
        <p className="mt-5 max-w-xl text-pretty text-lg text-soft">
          The address may be mistyped, or the thing may be gone. Search for it, or go by{' '}
          <a href="/categories">category</a>.
        </p>
      </PageHead>
      <SearchForm />
    </>
  )
}
