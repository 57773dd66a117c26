import { plural } from 'assay-verify/text/plural'
import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { formatCount } from '@/app/_ui/format'
import { missingMetadata, pageMetadata } from '@/app/_ui/layout/page-metadata'
import { categoryPageTitle } from '@/app/_ui/layout/page-titles'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { CategoryCounts } from '@/app/_ui/lists/category-counts'
import { EveryTool, Ranked, Unrated } from '@/app/_ui/lists/category-lists'
import { Faq } from '@/app/_ui/lists/faq'
import {
  type AddressParameters,
  addressOf,
  chosenOf,
  Filters,
  MORE_RANKING_FILTERS,
  RANKING_FILTERS,
} from '@/app/_ui/lists/filters'
import { ListingMissing } from '@/app/_ui/lists/listing-missing'
import { Pager, pageAddress } from '@/app/_ui/lists/pager'
import { CategoryData } from '@/app/_ui/structured/category-data'
import { CATEGORY_COUNTS } from '@/app/_ui/words/category-sentences'
import { type CategoryReading, readCategory } from '@/app/(site)/_read/category'
import { missing } from '@/app/(site)/_read/missing'
import { config } from '@/lib/config'

type Props = PageProps<'/category/[slug]'>
type Listing = Extract<CategoryReading, { found: true }>['listing']

const FILTERS = [...RANKING_FILTERS, ...MORE_RANKING_FILTERS]

async function readPage({ params, searchParams }: Props) {
  const { slug } = await params
  const chosen = chosenOf(await searchParams, FILTERS, ['page'])
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
  const { listing, days, progress } = reading
  const { ranked, notRated } = listing
  const path = `/category/${listing.slug}`
  // Another spelling of the slug, as `Auth` or `version_control`.
  if (slug !== listing.slug) permanentRedirect(addressOf(path, chosen))
  const { page: _page, ...parameters } = chosen
  const files = { json: jsonAddress(listing, chosen), csv: csvAddress(listing, chosen) }
  const about = { name: listing.name, files }
  return (
    <>
      <PageHeader above={<a href="/categories">All rankings</a>} title={listing.name} intro={listing.description}>
        {listing.tracked > 0 && <CategoryCounts {...listing} />}
      </PageHeader>
      {listing.tracked > 0 && <ListFilters path={path} chosen={chosen} />}
      {[ranked, notRated].every((part) => part === null || part.list.length === 0) && !notRated?.beside && (
        <Nothing listing={listing} path={path} />
      )}
      {ranked !== null && ranked.list.length > 0 && listing.view === 'all' && (
        <EveryTool {...about} {...ranked} days={days} />
      )}
      {ranked !== null && ranked.list.length > 0 && listing.view !== 'all' && (
        <Ranked {...about} {...ranked} days={days} />
      )}
      {notRated !== null && notRated.tools > 0 && (
        <Unrated
          {...about}
          {...notRated}
          progress={progress}
          more={listing.view === 'unrated' ? null : addressOf(path, { ...parameters, view: 'unrated' })}
        />
      )}
      <Pager path={path} page={listing.page} pages={listing.pages} parameters={parameters} />
      <Section id="faq" title="Questions">
        <Faq questions={listing.faq} />
      </Section>
      {!isNarrowed(chosen) && <CategoryData {...listing} baseUrl={config().baseUrl} />}
    </>
  )
}

function ListFilters({ path, chosen }: { path: string; chosen: AddressParameters }) {
  return (
    <div className="mb-5 grid grid-cols-1 gap-2.5">
      <Filters path={path} chosen={chosen} groups={RANKING_FILTERS} />
      <details open={MORE_RANKING_FILTERS.some(({ parameter }) => chosen[parameter] !== undefined)}>
        <summary className="text-sm">More filters, and sorting</summary>
        <div className="mt-3">
          <Filters path={path} chosen={chosen} groups={MORE_RANKING_FILTERS} />
        </div>
      </details>
    </div>
  )
}

function Nothing({ listing: { tracked }, path }: { listing: Listing; path: string }) {
  return (
    <p className="card">
      {tracked === 0 ? (
        <>
          No tool is listed in this category yet. <a href="/categories">All rankings</a>
        </>
      ) : (
        <>
          None of the {formatCount(tracked)} {plural(tracked, 'tool')} is like that. <a href={path}>Show all of them</a>
          .
        </>
      )}
    </p>
  )
}

function isNarrowed({ page: _page, ...filters }: AddressParameters): boolean {
  return Object.keys(filters).length > 0
}

/** The published order by the API, in one list with a row for each tool. */
function jsonAddress({ slug }: Listing, { view, page, ...filters }: AddressParameters): string {
  return addressOf(`/v1/categories/${slug}`, { ...filters, page: view === 'all' ? page : undefined })
}

function csvAddress({ slug }: Listing, { view: _view, page: _page, ...filters }: AddressParameters): string {
  return addressOf(`/v1/categories/${slug}.csv`, filters)
}
