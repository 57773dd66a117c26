import { SearchForm } from './search-form'
import { PageHeader } from './section'

/** The text of an address that is no page. */
export function PageNotFound() {
  return (
    <>
      <PageHeader
        above="404"
        title="Page not found"
        intro={
          <>
            Check the address, search, or open the <a href="/categories">rankings</a>.
          </>
        }
      />
      <div className="max-w-2xl">
        <SearchForm />
      </div>
    </>
  )
}
