import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { formatCount } from '@/app/_ui/format'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageNotFound } from '@/app/_ui/layout/page-not-found'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { Faq } from '@/app/_ui/lists/faq'
import { ListingTable } from '@/app/_ui/lists/listing-table'
import { Pager, pageAddress } from '@/app/_ui/lists/pager'
import { StatusIcon } from '@/app/_ui/status'
import { Timestamp } from '@/app/_ui/timestamp'
import { readCategory } from '@/app/(site)/_read/category'
import { missing } from '@/app/(site)/_read/missing'

export async function generateMetadata({ params, searchParams }: PageProps<'/category/[slug]'>): Promise<Metadata> {
  const listing = await readCategory((await params).slug, (await searchParams).page)
  if (listing === undefined) return { title: 'Unknown category · Assay' }
  const path = `/category/${listing.slug}`
  return {
    ...pageMetadata({
      title: `${listing.name} tools for AI agents, ranked${listing.page > 1 ? `, page ${listing.page}` : ''}`,
      description: `${formatCount(listing.tracked)} tools tracked, ${formatCount(listing.healthy)} healthy now. ${listing.description}`,
      path: pageAddress(path, listing.page),
      json: pageAddress(`/v1/categories/${listing.slug}`, listing.page),
    }),
    pagination: {
      previous: listing.page > 1 ? pageAddress(path, listing.page - 1) : null,
      next: listing.page < listing.pages ? pageAddress(path, listing.page + 1) : null,
    },
  }
}

export default async function CategoryPage({ params, searchParams }: PageProps<'/category/[slug]'>) {
  const { slug } = await params
  const listing = await readCategory(slug, (await searchParams).page)
  if (listing === undefined) return missing(404, <PageNotFound />)
  // Another spelling of the slug, as `Auth` or `version_control`.
  if (slug !== listing.slug) permanentRedirect(pageAddress(`/category/${listing.slug}`, listing.page))
  const jsonPath = pageAddress(`/v1/categories/${listing.slug}`, listing.page)
  return (
    <>
      <PageHeader above={<a href="/categories">All categories</a>} title={listing.name} intro={listing.description}>
        <p className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
          <span>
            <span className="font-mono text-2xl tracking-tight">{formatCount(listing.tracked)}</span> tracked
          </span>
          <span className="inline-flex items-baseline gap-2">
            <StatusIcon status="healthy" className="size-4 self-center" />
            <span>
              <span className="font-mono text-2xl tracking-tight">{formatCount(listing.healthy)}</span> healthy now
            </span>
          </span>
        </p>
      </PageHeader>
      {listing.rows.length === 0 ? (
        <p className="pb-12 text-lg">No tools in this category yet.</p>
      ) : (
        <ListingTable rows={listing.rows} caption={`${listing.name} tools, ranked by verdict, then score`} />
      )}
      <Pager path={`/category/${listing.slug}`} page={listing.page} pages={listing.pages} />
      <p className="pb-12 text-soft text-sm">
        As of <Timestamp at={listing.asOf} now={new Date()} />. <a href={jsonPath}>View as JSON</a>.
      </p>
      <Section id="faq" title="Questions">
        <Faq questions={listing.faq} />
      </Section>
    </>
  )
}
