import { SearchForm } from '../layout/search-form'
import { PageHeader } from '../layout/section'
import { UntrustedText } from '../untrusted-text'

type ListingMissingProps = { slug: string } & ({ nearest: readonly string[] } | { fault: string })

/** Why an address has no ranking, and where to go instead. */
export function ListingMissing(props: ListingMissingProps) {
  return (
    <>
      {'nearest' in props ? <UngetCategory {...props} /> : <UnknownPage {...props} />}
      <div className="max-w-2xl">
        <SearchForm />
      </div>
    </>
  )
}

function UngetCategory({ slug, nearest }: { slug: string; nearest: readonly string[] }) {
  return (
    <PageHeader
      above="404"
      title="No ranking has this name"
      intro={
        <>
          <UntrustedText text={slug} /> is no category. <a href="/categories">All rankings</a> are on one page.
        </>
      }
    >
      {nearest.length > 0 && (
        <p className="mt-4">
          Similar names:{' '}
          {nearest.map((near, at) => (
            <span key={near}>
              {at > 0 && ', '}
              <a href={`/category/${near}`}>{near}</a>
            </span>
          ))}
        </p>
      )}
    </PageHeader>
  )
}

function UnknownPage({ slug, fault }: { slug: string; fault: string }) {
  return (
    <PageHeader
      above="404"
      title="This ranking has no such page"
      intro={
        <>
          {fault} <a href={`/category/${encodeURIComponent(slug)}`}>Go to its first page</a>.
        </>
      }
    />
  )
}
