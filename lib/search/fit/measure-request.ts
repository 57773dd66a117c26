import type { Query } from '../rank/query'
import type { Layer } from '../rank/ranked'
import { SIGNAL, SIGNALS } from '../rank/signals'
import { ACTS } from '../request/acts'
import { FIT, FIT_SIGNALS } from './fit-signals'
import type { Wanted } from './wanted-terms'

const REQUEST_START = FIT_SIGNALS.indexOf('requestAct') + SIGNALS.length
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** What is the same for all candidates of a request. */
export function measureRequest(
  layers: readonly Layer[],
  query: Query,
  terms: readonly Wanted[],
  rows: readonly Float64Array[],
): void {
  const { request, information } = query
  const share = (of: (term: Query['terms'][number]) => number) =>
    query.terms.reduce((sum, term) => sum + term.information * of(term), 0) / information
  const bestOf = (place: number) => rows.reduce((best, row) => Math.max(best, row[place] as number), 0)
  const values = Float64Array.of(
    request.act === null ? 0 : ACTS.indexOf(request.act) + 1,
    query.terms.length,
    query.terms.reduce((sum, { capability }) => sum + capability, 0),
    terms.reduce((sum, { value }) => sum + value, 0),
    Math.max(0, ...query.terms.map(({ brand, capability }) => brand * capability)),
    share(({ unindexed }) => (unindexed ? 1 : 0)),
    share(({ unindexed, capability }) => (unindexed ? capability : 0)),
    request.argumentKinds.size,
    request.replaced.size > 0 ? 1 : 0,
    request.countries.length,
    share(({ known }) => (known ? 1 : 0)),
    request.words.some(({ text }) => NOT_LATIN.test(text)) ? 1 : 0,
    Math.log10(1 + layers.reduce((sum, { segment }) => sum + segment.ids.length, 0)),
    bestOf(FIT.linearScore),
    bestOf(SIGNAL.meaning),
    bestOf(FIT.wantedMeant),
  )
  for (const row of rows) row.set(values, REQUEST_START)
}
