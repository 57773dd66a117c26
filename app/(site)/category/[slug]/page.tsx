import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Faq } from '@/app/_ui/faq'
import { formatCount } from '@/app/_ui/figures'
import { Instant } from '@/app/_ui/instant'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead, Section } from '@/app/_ui/layout/section'
import { ListingTable } from '@/app/_ui/lists/listing-table'
import { Pager, pageAddress } from '@/app/_ui/lists/pager'
import { StatusShape } from '@/app/_ui/status'
import { readCategory } from '@/app/(site)/_read/category'

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
  const listing = await readCategory((await params).slug, (await searchParams).page)
  if (listing === undefined) notFound()
  const twin = pageAddress(`/v1/categories/${listing.slug}`, listing.page)
  return (
    <>
      <PageHead above={<a href="/categories">All categories</a>} title={listing.name}>
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">{listing.description}</p>
        <p className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
          <span>
            <span className="font-mono text-2xl tracking-tight">{formatCount(listing.tracked)}</span> tracked
          </span>
          <span className="inline-flex items-baseline gap-2">
            <StatusShape status="healthy" className="size-4 self-center" />
            <span>
              <span className="font-mono text-2xl tracking-tight">{formatCount(listing.healthy)}</span> healthy now
            </span>
          </span>
        </p>
      </PageHead>
      {listing.rows.length === 0 ? (
        <p className="pb-12 text-lg">No tool is tracked in this category yet.</p>
      ) : (
        <ListingTable rows={listing.rows} caption={`${listing.name} tools, ranked by verdict, then score`} />
      )}
      <Pager path={`/category/${listing.slug}`} page={listing.page} pages={listing.pages} />
      <p className="pb-12 text-soft text-sm">
        As of <Instant at={listing.asOf} now={new Date()} />. <a href={twin}>The same as JSON</a>.
      </p>
      <Section id="faq" title="Questions">
        <Faq questions={listing.faq} />
      </Section>
    </>
  )
}
