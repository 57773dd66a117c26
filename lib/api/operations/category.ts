import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { idToPath } from 'assay-verify/subject-id'
import { STATUS_WORDS } from 'assay-verify/text/status-words'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { type ListingRow, MOST_FOLDED } from '../../contract/shapes/categories'
import { nearestIds } from '../../core/catalog/nearest-ids'
import { isOfficial } from '../../core/catalog/official'
import { CATEGORIES, type Category, categoryBySlug } from '../../core/catalog/taxonomy'
import { assess, assessBriefly } from '../../core/verdict/assessment'
import { RANKING_RULE, UNRANKED_RULE } from '../../core/verdict/ranking'
import { defineEndpoint } from '../../http/operation'
import { type CategoryCount, countCategory } from '../../store/listings/category-counts'
import {
  type FoldedBy,
  type FoldedListing,
  type FoldedSubject,
  type ListingPart,
  listCategory,
  listFoldedCategory,
  type RankedSubject,
} from '../../store/listings/category-listings'
import { type ListingFilter, listOfficialServerKeys } from '../../store/listings/listing-filter'
import type { Context } from '../context'
import { summaryOf } from './categories'

export const ROWS_OF_A_PAGE = 50
const NEAREST_SHOWN = 3
const SLUGS = CATEGORIES.map(({ slug }) => slug)
/** `asOf` is rounded, because with milliseconds no ETag would ever match. */
const AS_OF_TO_MS = 10_000
/** Which servers are official changes with the catalog only. */
const OFFICIAL_CACHED_MS = 60_000

type Filters = Omit<InputOf<'category'>, 'slug' | 'page' | 'view'>

export async function category(input: InputOf<'category'>, context: Context): Promise<OutputOf<'category'>> {
  return listingOf(input, await filterOf(input, context), context)
}

/** The same of what any filter leaves. */
export async function listingOf(
  { slug, page, view, sort }: InputOf<'category'>,
  filter: ListingFilter,
  context: Context,
): Promise<OutputOf<'category'>> {
  const {
    reads: { db },
  } = context
  const known = getCategory(slug)
  const { forPages = false } = filter
  const counts = await countCategory(db, known.slug, { forPages })
  const { tracked: matching, servers } = isNarrowing(filter) ? await countCategory(db, known.slug, filter) : counts
  const pages = pagesOf(view === 'servers' ? servers : matching, ROWS_OF_A_PAGE, page)
  const part = { filter, sort, ...partOf(page) }
  return {
    ...summaryOf(known, counts),
    page,
    pages,
    view,
    sort,
    matching,
    servers,
    rows:
      view === 'servers'
        ? await foldedRows(known.slug, part, 'server', context)
        : await plainRows(known.slug, part, context),
    faq: faqOf(known.name, counts),
    asOf: asOf(context),
  }
}

/** The rows of a page. */
export function partOf(page: number): { limit: number; offset: number } {
  return { limit: ROWS_OF_A_PAGE, offset: (page - 1) * ROWS_OF_A_PAGE }
}

/** The time of a listing: of what it was read from. */
export function asOf({ reads, now }: Pick<Context, 'reads' | 'now'>): string {
  return new Date(Math.floor(reads.asOf(now).getTime() / AS_OF_TO_MS) * AS_OF_TO_MS).toISOString()
}

/** The category of a slug; an unknown one is refused with the nearest. */
export function getCategory(slug: string): Category {
  const known = categoryBySlug(slug)
  if (known !== undefined) return known
  throw new ApiError('unknown_category', 'No category has this slug. GET /v1/categories lists them all.', {
    nearest: nearestIds(slug, SLUGS, NEAREST_SHOWN),
  })
}

export async function filterOf(
  { status, access, transport, readOnly, official, publisher }: Filters,
  { reads: { db }, memo, now }: Context,
): Promise<ListingFilter> {
  const serverKeys = official
    ? await memo.recent('official servers', OFFICIAL_CACHED_MS, now, () => listOfficialServerKeys(db))
    : undefined
  const verified = publisher === 'verified'
  return { status, access, transport, readOnly, verified, ...(serverKeys !== undefined && { serverKeys }) }
}

function isNarrowing({ status, access, transport, readOnly, verified, serverKeys }: ListingFilter): boolean {
  return (
    readOnly === true ||
    verified === true ||
    [status, access, transport, serverKeys].some((given) => given !== undefined)
  )
}

/** How many pages a list has, at least one. A page past the last is refused. */
export function pagesOf(rows: number, rowsOfAPage: number, page: number): number {
  const pages = Math.max(1, Math.ceil(rows / rowsOfAPage))
  if (page <= pages) return pages
  throw new ApiError(
    'invalid_parameter',
    `"page" must be a whole number from 1 to ${pages}, as this list has ${pages === 1 ? 'one page' : `${pages} pages`}; "${page}" was sent.`,
  )
}

async function plainRows(slug: string, part: ListingPart, { reads: { db }, now }: Context): Promise<ListingRow[]> {
  const rows = await listCategory(db, slug, part)
  return rows.map((row) => listingRow(row, now))
}

/** A row for each server or product, with the first of its other tools. */
async function foldedRows(
  slug: string,
  part: ListingPart,
  by: FoldedBy,
  { reads: { db }, now, subjectFacts }: Context,
): Promise<ListingRow[]> {
  const folded = await listFoldedCategory(db, slug, part, { by, othersShown: MOST_FOLDED }, subjectFacts)
  return folded.map((one) => foldedListingRow(one, now))
}

export function foldedListingRow({ best, others, first }: FoldedListing, now: Date) {
  const row = listingRow(best, now)
  return { ...row, folded: { tools: others, first: first.map((one) => foldedRow(one, best, row, now)) } }
}

/** `ofBest`: of the best one of its row, which is that of all of its server that nothing is known of apart from it. */
function foldedRow(
  row: FoldedSubject,
  best: RankedSubject,
  ofBest: Pick<ListingRow, 'status' | 'recommendation'>,
  now: Date,
) {
  const { id, name, score, grade, serverId, serverState, declaredAccess } = row
  const isPlain =
    serverId === best.serverId && [row, best].every(({ facts, removedAt }) => facts === null && removedAt === null)
  const { status, recommendation } = isPlain
    ? ofBest
    : assessBriefly(serverState, declaredAccess, toolFactsOf(row), now)
  return { toolId: id, name, status, recommendation, score, grade, alternatives: `/alternatives/${idToPath(id)}` }
}

export function listingRow(row: RankedSubject, now: Date) {
  const { productId, publisher: name, publisherState: state } = row
  const assessment = assess(row.serverState, row.declaredAccess, toolFactsOf(row), now)
  return {
    rank: row.rank,
    toolId: row.id,
    kind: row.kind,
    name: row.name,
    serverId: row.serverId,
    serverTitle: row.serverTitle,
    productId,
    publisher: productId === null ? null : { name, state: state ?? 'unknown' },
    status: assessment.status,
    verdict: assessment.verdict,
    recommendation: assessment.recommendation,
    reasons: assessment.reasons,
    score: row.score,
    grade: row.grade,
    description: row.summary,
    alternatives: `/alternatives/${idToPath(row.id)}`,
    access: assessment.axes.access,
    official: isOfficial({ id: row.serverId, remotes: row.remotes }),
    readOnly: row.readOnly,
    latency: latencyOf(row.latencyP50Ms, row.latencyP95Ms),
  }
}

/** null where one of them is not known. */
export function latencyOf(medianMs: number | null, p95Ms: number | null): ListingRow['latency'] {
  return medianMs === null || p95Ms === null ? null : { medianMs, p95Ms }
}

/** The questions of a listing. */
export function faqOf(name: string, { tracked, healthy, working, unrated }: Omit<CategoryCount, 'slug'>) {
  const avoided = healthy - working
  const shownAs = avoided === 0 ? ` (shown as ${STATUS_WORDS.healthy})` : ''
  const exception =
    avoided === 0 ? '' : ` ${avoided} of these should be avoided all the same: unsafe, or without tools.`
  const waiting = unrated === 0 ? '' : ` ${unrated} ${unrated === 1 ? 'is' : 'are'} not rated yet.`
  return [
    {
      question: `How many ${name} tools does Assay track, and how many are healthy now?`,
      answer: `Assay tracks ${tracked} ${name} ${tracked === 1 ? 'tool' : 'tools'}; ${healthy} of them ${healthy === 1 ? 'is' : 'are'} healthy${shownAs} now.${exception}${waiting}`,
    },
    {
      question: `How are ${name} tools ranked?`,
      answer: `${RANKING_RULE[0]?.toUpperCase()}${RANKING_RULE.slice(1)}. ${UNRANKED_RULE} Nobody can pay for a place.`,
    },
    {
      question: `What can I use instead if a ${name} tool is down?`,
      answer:
        'Ask GET /v1/alternatives/{toolId}: it answers with live, similar tools from other repositories, the working ones first.',
    },
  ]
}

export const categoryEndpoint = defineEndpoint('category', category)
