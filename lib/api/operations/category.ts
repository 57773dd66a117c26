import { hasUnsafeText, toolFactsOf } from 'assay-verify/score/tool-facts'
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
import { countCategory, countMatching } from '../../store/catalog/category-counts'
import {
  type FoldedSubject,
  type ListedSubject,
  type ListingPart,
  listCategory,
  listCategoryByServer,
} from '../../store/catalog/category-listings'
import { type ListingFilter, listOfficialServerKeys } from '../../store/catalog/listing-filter'
import type { Context } from '../context'
import { summaryOf } from './categories'

const ROWS_OF_A_PAGE = 50
const NEAREST_SHOWN = 3
const SLUGS = CATEGORIES.map(({ slug }) => slug)
/** `asOf` is rounded, because with milliseconds no ETag would ever match. */
const AS_OF_TO_MS = 10_000
/** Which servers are official changes with the catalog only. */
const OFFICIAL_CACHED_MS = 60_000

type Filters = Omit<InputOf<'category'>, 'slug' | 'page' | 'view'>

export async function category(input: InputOf<'category'>, context: Context): Promise<OutputOf<'category'>> {
  const { page, view, sort } = input
  const { db, now } = context
  const known = getCategory(input.slug)
  const filter = await filterOf(input, context)
  const counts = await countCategory(db, known.slug)
  const { matching, servers } = isNarrowing(filter)
    ? await countMatching(db, known.slug, filter)
    : { matching: counts.tracked, servers: counts.servers }
  const listed = view === 'servers' ? servers : matching
  const pages = pagesOf(listed, ROWS_OF_A_PAGE, page)
  const part = { filter, sort, limit: ROWS_OF_A_PAGE, offset: (page - 1) * ROWS_OF_A_PAGE }
  return {
    ...summaryOf(known, counts),
    page,
    pages,
    view,
    sort,
    matching,
    servers,
    rows: view === 'servers' ? await foldedRows(known.slug, part, context) : await plainRows(known.slug, part, context),
    faq: faqOf(known.name, counts),
    asOf: new Date(Math.floor(now.getTime() / AS_OF_TO_MS) * AS_OF_TO_MS).toISOString(),
  }
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
  { status, access, transport, readOnly, official }: Filters,
  { db, memo, now }: Context,
): Promise<ListingFilter> {
  const serverKeys = official
    ? await memo.recent('official servers', OFFICIAL_CACHED_MS, now, () => listOfficialServerKeys(db))
    : undefined
  return { status, access, transport, readOnly, ...(serverKeys !== undefined && { serverKeys }) }
}

function isNarrowing({ status, access, transport, readOnly, serverKeys }: ListingFilter): boolean {
  return readOnly === true || [status, access, transport, serverKeys].some((given) => given !== undefined)
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

async function plainRows(slug: string, part: ListingPart, { db, now }: Context): Promise<ListingRow[]> {
  const rows = await listCategory(db, slug, part)
  return rows.map((row, index) => ({ rank: rankOf(row, part.offset + index), ...listingRow(row, now) }))
}

/** A row for each server, with the first of its other tools. */
export async function foldedRows(slug: string, part: ListingPart, { db, now }: Context): Promise<ListingRow[]> {
  const folded = await listCategoryByServer(db, slug, part, MOST_FOLDED)
  return folded.map(({ best, others, first }, index) => {
    const row = listingRow(best, now)
    return {
      rank: rankOf(best, part.offset + index),
      ...row,
      folded: { tools: others, first: first.map((one) => foldedRow(one, best, row, now)) },
    }
  })
}

/** What is unsafe comes last, so that the ranks of all others follow each other. */
export function rankOf({ facts }: ListedSubject, index: number): number | null {
  return hasUnsafeText(facts) ? null : index + 1
}

/** `ofBest`: of the best one of its server, which is that of all that nothing is known of apart from the server. */
function foldedRow(
  row: FoldedSubject,
  best: ListedSubject,
  ofBest: Pick<ListingRow, 'status' | 'recommendation'>,
  now: Date,
) {
  const isPlain = [row, best].every(({ facts, removedAt }) => facts === null && removedAt === null)
  const tool = toolFactsOf({ ...row, kind: best.kind })
  const { status, recommendation } = isPlain ? ofBest : assessBriefly(best.serverState, best.declaredAccess, tool, now)
  const { id, name, score, grade } = row
  return { toolId: id, name, status, recommendation, score, grade, alternatives: `/alternatives/${idToPath(id)}` }
}

export function listingRow(row: ListedSubject, now: Date) {
  const assessment = assess(row.serverState, row.declaredAccess, toolFactsOf(row), now)
  return {
    toolId: row.id,
    kind: row.kind,
    name: row.name,
    serverId: row.serverId,
    serverTitle: row.serverTitle,
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

function faqOf(name: string, { tracked, healthy, working }: { tracked: number; healthy: number; working: number }) {
  const avoided = healthy - working
  const shownAs = avoided === 0 ? ` (shown as ${STATUS_WORDS.healthy})` : ''
  const exception =
    avoided === 0 ? '' : ` ${avoided} of these should be avoided all the same: unsafe, or without tools.`
  return [
    {
      question: `How many ${name} tools does Assay track, and how many are healthy now?`,
      answer: `Assay tracks ${tracked} ${name} ${tracked === 1 ? 'tool' : 'tools'}; ${healthy} of them ${healthy === 1 ? 'is' : 'are'} healthy${shownAs} now.${exception}`,
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
