import { SearchForm } from '../layout/search-form'
import { PageHeader } from '../layout/section'

/** Shown for an unknown id of a product. */
export function ProductNotFound() {
  return (
    <>
      <PageHeader
        above="404"
        title="No product has this id"
        intro="Search finds products by their name and by what they do."
      />
      <div className="max-w-2xl pb-8">
        <SearchForm />
      </div>
    </>
  )
}
