import { idToPath } from 'assay-verify/subject-id'
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

/** Shown for an entry that was made to measure searches: pages are about what somebody offers. */
export function FixtureNotShown({ id }: { id: string }) {
  return (
    <PageHeader
      above="404"
      title="There is no page about this entry"
      intro={
        <>
          It belongs to a collection that measures how well tools are chosen; nobody offers it. The API has it:{' '}
          <a href={`/v1/health/${idToPath(id)}`}>GET /v1/health/{'{toolId}'}</a>.
        </>
      }
    />
  )
}
