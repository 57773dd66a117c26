import type { InputOf } from '../../contract/operations'
import { csvTable } from '../../core/text/csv'
import { defineEndpoint } from '../../http/operation'
import { countCategory } from '../../store/listings/category-counts'
import { listCategory } from '../../store/listings/category-listings'
import type { Context } from '../context'
import { filterOf, getCategory, listingRow, pagesOf } from './category'

const ROWS_OF_A_PAGE = 1000

async function categoryCsv(input: InputOf<'categoryCsv'>, context: Context): Promise<string> {
  const { page, sort } = input
  const {
    reads: { db },
    now,
  } = context
  const { slug } = getCategory(input.slug)
  const filter = await filterOf(input, context)
  pagesOf((await countCategory(db, slug, filter)).tracked, ROWS_OF_A_PAGE, page)
  const part = { filter, sort, limit: ROWS_OF_A_PAGE, offset: (page - 1) * ROWS_OF_A_PAGE }
  const rows = await listCategory(db, slug, part)
  return csvTable(
    COLUMNS,
    rows.map((row) => {
      const { latency, ...facts } = listingRow(row, now)
      return { ...facts, medianMs: latency?.medianMs ?? null, p95Ms: latency?.p95Ms ?? null }
    }),
  )
}

const COLUMNS = [
  'rank',
  'toolId',
  'name',
  'serverId',
  'serverTitle',
  'status',
  'verdict',
  'recommendation',
  'score',
  'grade',
  'access',
  'official',
  'readOnly',
  'medianMs',
  'p95Ms',
  'description',
] as const

export const categoryCsvEndpoint = defineEndpoint('categoryCsv', categoryCsv)
