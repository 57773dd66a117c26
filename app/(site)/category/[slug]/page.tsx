import { plural } from 'assay-verify/text/plural'
import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { formatCount } from '@/app/_ui/format'
import { missingMetadata, pageMetadata } from '@/app/_ui/layout/page-metadata'
import { categoryPageTitle } from '@/app/_ui/layout/page-titles'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { Faq } from '@/app/_ui/lists/faq'
import { type AddressParameters, addressOf, chosenOf, Filters, RANKING_FILTERS } from '@/app/_ui/lists/filters'
import { ListingMissing } from '@/app/_ui/lists/listing-missing'
import { Pager, pageAddress } from '@/app/_ui/lists/pager'
import { ToolTable } from '@/app/_ui/lists/tool-table'
import { StatusIcon } from '@/app/_ui/status'
import { CategoryData } from '@/app/_ui/structured/category-data'
import { CATEGORY_COUNTS } from '@/app/_ui/words/category-sentences'
import { type CategoryReading, readCategory } from '@/app/(site)/_read/category'
import { missing } from '@/app/(site)/_read/missing'
import { config } from '@/lib/config'
import { RANKING_RULE_IN_WORDS, UNRANKED_RULE } from '@/lib/core/verdict/ranking'

type Props = PageProps<'/category/[slug]'>
type Listing = Extract<CategoryReading, { found: true }>['listing']

async function readPage({ params, searchParams }: Props) {
  const { slug } = await params
  const chosen = chosenOf(await searchParams, RANKING_FILTERS, ['page'])
  return { slug, chosen, reading: await readCategory(slug, JSON.stringify(chosen)) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { chosen, reading } = await readPage(props)
  if (!reading.found) return missingMetadata('No such ranking')
  const { listing } = reading
  const path = `/category/${listing.slug}`
  const metadata = pageMetadata({
    title: categoryPageTitle(listing),
    image: {
      url: `/picture${path}`,
      alt: `${listing.name}: ${CATEGORY_COUNTS.working(listing)}`,
    },
    description: `${CATEGORY_COUNTS.tracked(listing)} ${listing.description}`,
    path: pageAddress(path, listing.page),
    json: jsonAddress(listing, chosen),
    isIndexed: !isNarrowed(chosen),
  })
  if (isNarrowed(chosen)) return metadata
  return {
    ...metadata,
    pagination: {
      previous: listing.page > 1 ? pageAddress(path, listing.page - 1) : null,
      next: listing.page < listing.pages ? pageAddress(path, listing.page + 1) : null,
    },
  }
}

export default async function CategoryPage(props: Props) {
  const { slug, chosen, reading } = await readPage(props)
  if (!reading.found) return missing(404, <ListingMissing {...reading} />)
  const { listing, days } = reading
  const path = `/category/${listing.slug}`
  // Another spelling of the slug, as `Auth` or `version_control`.
  if (slug !== listing.slug) permanentRedirect(addressOf(path, chosen))
  const { page: _page, ...parameters } = chosen
  return (
    <>
      <PageHeader above={<a href="/categories">All rankings</a>} title={listing.name} intro={listing.description}>
        {listing.tracked > 0 && <Counts listing={listing} />}
      </PageHeader>
      {listing.tracked > 0 && (
        <details className="mb-5" open={isNarrowed(chosen)}>
          <summary className="text-sm">Filter and sort</summary>
          <div className="mt-3">
            <Filters path={path} chosen={chosen} groups={RANKING_FILTERS} />
          </div>
        </details>
      )}
      <div className="card">
        {listing.rows.length === 0 ? (
          <Nothing listing={listing} path={path} />
        ) : (
          <ToolTable
            caption={`${listing.name} tools, ranked ${RANKING_RULE_IN_WORDS}`}
            rows={listing.rows}
            days={days}
          />
        )}
      </div>
      <div className="mt-4">
        <Pager path={path} page={listing.page} pages={listing.pages} parameters={parameters} />
      </div>
      <p className="pb-3 text-soft text-sm">
        Ranked {RANKING_RULE_IN_WORDS}. {UNRANKED_RULE}
        <a href={jsonAddress(listing, chosen)}>JSON</a>, <a href={csvAddress(listing, chosen)}>CSV</a>.
      </p>
      <Section id="faq" title="Questions">
        <Faq questions={listing.faq} />
      </Section>
      {!isNarrowed(chosen) && <CategoryData listing={listing} baseUrl={config().baseUrl} />}
    </>
  )
}

function Counts({ listing: { tracked, working } }: { listing: Listing }) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
      <span>
        <span className="font-semibold text-2xl tracking-tight">{formatCount(tracked)}</span>{' '}
        {CATEGORY_COUNTS.noun(tracked)}
      </span>
      <span className="inline-flex items-baseline gap-2">
        <StatusIcon status="healthy" className="size-4 self-center" />
        <span>
          <span className="font-semibold text-2xl tracking-tight">{formatCount(working)}</span> working now
        </span>
      </span>
    </p>
  )
}

function Nothing({ listing, path }: { listing: Listing; path: string }) {
  if (listing.tracked === 0)
    return (
      <p>
        No tool is listed in this category yet. <a href="/categories">All rankings</a>
      </p>
    )
  return (
    <p>
      None of the {formatCount(listing.tracked)} {plural(listing.tracked, 'tool')} is like that.{' '}
      <a href={path}>Show all of them</a>.
    </p>
  )
}

function isNarrowed({ page: _page, ...filters }: AddressParameters): boolean {
  return Object.keys(filters).length > 0
}

/** The same list by the API, whose default is a row for each tool. */
function jsonAddress({ slug }: Listing, chosen: AddressParameters): string {
  return addressOf(`/v1/categories/${slug}`, { ...chosen, view: chosen.view === 'all' ? undefined : 'servers' })
}

function csvAddress({ slug }: Listing, { view: _view, page: _page, ...filters }: AddressParameters): string {
  return addressOf(`/v1/categories/${slug}.csv`, filters)
}
