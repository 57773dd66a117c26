import { cosine } from '../rank/document-vectors'
import { DotProducts } from '../rank/dot-products'
import { queryVectorOf } from '../rank/meaning'
import type { Query } from '../rank/query'
import type { Layer, SearchHit } from '../rank/ranked'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import { compareList } from './compare-list'
import { TermComparison } from './compare-terms'
import { COMPARISONS_START, FIT, SIGNALS_LENGTH } from './fit-signals'
import { ExpansionMeasure } from './measure-expansions'
import { FieldMeasure } from './measure-fields'
import { measureNeighbours } from './measure-neighbours'
import { measureOutline, outlineOfRequest } from './measure-outline'
import { measureRequest } from './measure-request'
import { MeantMeasure, measureOccurrences } from './measure-terms'
import { PairProducts } from './pair-products'
import { Rows } from './rows'
import { lexiconOf, type SegmentLexicon } from './segment-lexicon'
import { TermLikeness } from './term-likeness'
import { type Wanted, wantedShares, wantedTerms } from './wanted-terms'

/** Candidates whose fit is measured: the best by the linear score, among which is nearly every one that fits. */
export const FITTED = 32

/** Measures how far candidates fit requests; see `FIT_SIGNALS`. It keeps working memory and nothing of a request. */
export class FitMeasure {
  readonly #weights: SearchWeights
  readonly #layers: readonly Layer[]
  readonly #lexicons: readonly SegmentLexicon[]
  readonly #likeness: TermLikeness
  readonly #meant: MeantMeasure
  readonly #fields: readonly FieldMeasure[]
  readonly #comparison: TermComparison
  readonly #expansions: ExpansionMeasure
  readonly #products: PairProducts
  readonly #withLeaders = new DotProducts(DIMENSIONS)

  constructor(weights: SearchWeights, layers: readonly Layer[]) {
    this.#weights = weights
    this.#layers = layers
    this.#lexicons = layers.map(({ segment }) => lexiconOf(segment, weights))
    this.#likeness = new TermLikeness(weights, layers, this.#lexicons)
    this.#meant = new MeantMeasure(weights, this.#likeness)
    this.#comparison = new TermComparison(weights, this.#likeness)
    this.#expansions = new ExpansionMeasure(weights)
    this.#products = new PairProducts(weights)
    this.#fields = layers.map(
      ({ segment }, layer) =>
        new FieldMeasure(weights, layer, segment, this.#lexicons[layer] as SegmentLexicon, this.#likeness),
    )
  }

  /** The rows of the given candidates, best first, of one query, written to `memory`. */
  measure(query: Query, ranked: readonly SearchHit[], memory = new Rows()): readonly Float64Array[] {
    const rows = memory.take(ranked.length)
    const terms = wantedTerms(this.#weights, query)
    const vector = queryVectorOf(this.#weights, wantedShares(query))
    this.#likeness.begin(terms, [vector, queryVectorOf(this.#weights, objectShares(query))])
    this.#comparison.begin(terms)
    this.#expansions.begin(terms)
    const outlines = this.#layers.map(({ segment }) => outlineOfRequest(query, segment))
    let tied = 0
    for (let place = 0; place < ranked.length; place++) {
      const found = ranked[place] as SearchHit
      // Equal documents have equal rows.
      if (found.score !== (ranked[tied] as SearchHit).score) tied = place
      const row = rows[place] as Float64Array
      const { segment } = this.#layers[found.layer] as Layer
      row.set(found.signals)
      const lexicon = this.#lexicons[found.layer] as SegmentLexicon
      this.#products.write(vector, segment, lexicon, found.ordinal, row, SIGNALS_LENGTH)
      this.#measureTerms(terms, found, row)
      row[FIT.wantedMeaning] = cosine(vector, segment.vectors, found.ordinal)
      row[FIT.wantedServerMeaning] = cosine(vector, segment.serverVectors, segment.serverOf[found.ordinal] as number)
      measureOutline(outlines[found.layer] as (typeof outlines)[number], segment, found.ordinal, row)
      row[FIT.linearScore] = found.score / 10
      row[FIT.belowBest] = ((ranked[0] as SearchHit).score - found.score) / 10
      row[FIT.linearRank] = Math.log1p(tied)
    }
    measureNeighbours(this.#layers, ranked, rows, this.#withLeaders)
    measureRequest(this.#layers, query, terms, rows)
    compareList(rows, FITTED)
    return rows
  }

  #measureTerms(terms: readonly Wanted[], { layer, ordinal, fields }: SearchHit, row: Float64Array): void {
    const { segment } = this.#layers[layer] as Layer
    measureOccurrences(terms, fields, segment.isServer[ordinal] === 1, row)
    const lexicon = this.#lexicons[layer] as SegmentLexicon
    this.#meant.measure(terms, fields, layer, segment, lexicon, ordinal, row)
    this.#comparison.measure(terms, layer, segment, lexicon, ordinal, row, COMPARISONS_START)
    this.#expansions.measure(terms, fields, segment, lexicon, ordinal, row)
    ;(this.#fields[layer] as FieldMeasure).measure(ordinal, row)
  }
}

/** How far each term says what is wanted, without the act. */
function objectShares({ terms, request }: Query): Map<string, number> {
  return new Map(terms.map(({ term, capability }) => [term, request.verbs.has(term) ? 0 : capability]))
}
