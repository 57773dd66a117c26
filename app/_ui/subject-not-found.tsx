import { SearchForm } from './layout/search-form'
import { PageHeader } from './layout/section'

/** Shown for an unknown id; the layout adds the nearest ids below. */
export function SubjectNotFound() {
  return (
    <>
      <PageHeader
        above="404"
        title="No tool or server has this id"
        intro="An id must match exactly: registry, owner, server and tool name, as in the catalog. Search finds tools by what they do."
      />
      <div className="max-w-2xl pb-8">
        <SearchForm />
      </div>
    </>
  )
}
