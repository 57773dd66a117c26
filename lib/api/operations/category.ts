import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { nearestIds } from '../../core/catalog/nearest-ids'
import { idToPath } from '../../core/catalog/subject-id'
import { CATEGORIES, type Category, categoryBySlug } from '../../core/catalog/taxonomy'
import { toolFactsOf } from '../../core/score/tool-facts'
import { assess } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { countCategory, type ListedSubject, listCategory } from '../../store/catalog/category-listings'
import type { Context } from '../context'
import { summaryOf } from './categories'

const ROWS_OF_A_PAGE = 50
const NEAREST_SHOWN = 3
const SLUGS = CATEGORIES.map(({ slug }) => slug)
/** `asOf` is rounded, because with milliseconds no ETag would ever match. */
const AS_OF_TO_MS = 10_000

export async function category(
  { slug, page }: InputOf<'category'>,
  { db, now }: Context,
): Promise<OutputOf<'category'>> {
  const known = getCategory(slug)
  const counts = await countCategory(db, known.slug)
  const pages = Math.max(1, Math.ceil(counts.tracked / ROWS_OF_A_PAGE))
  if (page > pages)
    throw new ApiError(
      'invalid_parameter',
      `"page" must be a whole number from 1 to ${pages}, as this category has ${pages === 1 ? 'one page' : `${pages} pages`}; "${page}" was sent.`,
    )
  const offset = (page - 1) * ROWS_OF_A_PAGE
  const rows = await listCategory(db, known.slug, ROWS_OF_A_PAGE, offset)
  return {
    ...summaryOf(known, counts),
    page,
    pages,
    rows: rows.map((row, index) => ({ rank: offset + index + 1, ...listingRow(row, now) })),
    faq: faqOf(known.name, counts),
    asOf: new Date(Math.floor(now.getTime() / AS_OF_TO_MS) * AS_OF_TO_MS).toISOString(),
  }
}

/** The category with this slug. Throws `unknown_category` with the nearest slugs. */
export function getCategory(slug: string): Category {
  const known = categoryBySlug(slug)
  if (known !== undefined) return known
  throw new ApiError('unknown_category', 'No category has this slug. GET /v1/categories lists them all.', {
    nearest: nearestIds(slug, SLUGS, NEAREST_SHOWN),
  })
}

export function listingRow(row: ListedSubject, now: Date) {
  const assessment = assess(row.serverState, row.declaredAccess, toolFactsOf(row), now)
  return {
    toolId: row.id,
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
  }
}

function faqOf(name: string, { tracked, healthy }: { tracked: number; healthy: number }) {
  return [
    {
      question: `How many ${name} tools does Assay track, and how many are healthy now?`,
      answer: `Assay tracks ${tracked} ${name} ${tracked === 1 ? 'tool' : 'tools'}; ${healthy} of them ${healthy === 1 ? 'is' : 'are'} healthy now.`,
    },
    {
      question: `How are ${name} tools ranked?`,
      answer:
        'By current verdict (healthy, then degraded, then unknown, then down), then by score, descending, then by id. Nobody can pay for a place.',
    },
    {
      question: `What can I use instead if a ${name} tool is down?`,
      answer:
        'Ask GET /v1/alternatives/{toolId}: it answers with live, similar tools from other repositories, the working ones first.',
    },
  ]
}

export const categoryEndpoint = defineEndpoint('category', category)
