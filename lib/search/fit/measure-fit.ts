import { cosine } from '../rank/document-vectors'
import { queryVectorOf } from '../rank/meaning'
import type { Query } from '../rank/query'
import type { Layer, SearchHit } from '../rank/ranked'
import type { SearchWeights } from '../rank/weights'
import { FIT, ROW_LENGTH } from './fit-signals'
import { measureFields } from './measure-fields'
import { measureNeighbours } from './measure-neighbours'
import { measureOutline } from './measure-outline'
import { measureRequest } from './measure-request'
import { fieldsOfTerms, measureMeant, measureOccurrences } from './measure-terms'
import { type SegmentLexicon, TermLikeness } from './term-likeness'
import { wantedShares, wantedTerms } from './wanted-terms'

/** The rows of the given candidates, best first, of one query; see `FIT_SIGNALS`. */
export function measureFit(
  weights: SearchWeights,
  layers: readonly Layer[],
  lexicons: readonly SegmentLexicon[],
  query: Query,
  ranked: readonly SearchHit[],
): Float64Array[] {
  const terms = wantedTerms(weights, query)
  const vector = queryVectorOf(weights, wantedShares(query))
  const objectVector = queryVectorOf(
    weights,
    new Map(query.terms.map(({ term, capability }) => [term, query.request.verbs.has(term) ? 0 : capability])),
  )
  const likeness = layers.map((_, place) => new TermLikeness(weights, lexicons[place] as SegmentLexicon, terms))
  const rows = ranked.map(({ signals }) => {
    const row = new Float64Array(ROW_LENGTH)
    row.set(signals)
    return row
  })
  const fields = fieldsOfTerms(layers, terms, ranked)
  for (const [place, found] of ranked.entries()) {
    const row = rows[place] as Float64Array
    const { segment } = layers[found.layer] as Layer
    const fieldsOf = fields[place] as Uint8Array
    measureOccurrences(query, terms, fieldsOf, segment.isServer[found.ordinal] === 1, row)
    measureMeant(weights, segment, likeness[found.layer] as TermLikeness, terms, fieldsOf, found.ordinal, row)
    row[FIT.wantedMeaning] = cosine(vector, segment.vectors, found.ordinal)
    row[FIT.wantedServerMeaning] = cosine(vector, segment.serverVectors, segment.serverOf[found.ordinal] as number)
    measureFields(weights, segment, lexicons[found.layer] as SegmentLexicon, found.ordinal, vector, objectVector, row)
    measureOutline(query, segment, lexicons[found.layer] as SegmentLexicon, found.ordinal, row)
    row[FIT.linearScore] = found.score / 10
    row[FIT.belowBest] = ((ranked[0] as SearchHit).score - found.score) / 10
    row[FIT.linearRank] = Math.log1p(place)
  }
  measureNeighbours(layers, ranked, rows)
  measureRequest(layers, query, terms, rows)
  return rows
}
