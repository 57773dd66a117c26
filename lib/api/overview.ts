import { countTotals, type Totals } from '../store/catalog/totals'
import type { Context } from './context'

const TOTALS_KEPT_MS = 2000

/** How much is tracked and in what state, for the home page. */
export async function overview({ db, memo, now }: Context): Promise<Totals & { asOf: string }> {
  const totals = await memo.recent('overview', TOTALS_KEPT_MS, now, () => countTotals(db))
  return { ...totals, asOf: now.toISOString() }
}
