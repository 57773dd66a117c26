import type { Metadata } from 'next'
import { SearchForm } from './_ui/layout/search-form'
import { PageHeader } from './_ui/layout/section'

export const metadata: Metadata = { title: 'Page not found · Assay' }

export default function NotFound() {
  return (
    <>
      <PageHeader
        above="404"
        title="Page not found"
        intro={
          <>
            Check the address, search, or browse the <a href="/categories">categories</a>.
          </>
        }
      />
      <SearchForm />
    </>
  )
}
