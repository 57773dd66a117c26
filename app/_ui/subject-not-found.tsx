import { SearchForm } from './layout/search-form'
import { PageHead } from './layout/section'

/** What stands in the place of a tool nobody knows; the layout adds the nearest ids below it. */
export function SubjectNotFound() {
  return (
    <>
      <PageHead above="404" title="No tool or server has this id">
        <p className="mt-5 max-w-xl text-pretty text-lg text-soft">
          Ids are matched whole: registry, owner, server and tool name, exactly as written in the catalog. Search finds
          them by what they do.
        </p>
      </PageHead>
      <div className="pb-10">
        <SearchForm />
      </div>
    </>
  )
}
