/**
 * What a question and a document have in common, each measured so that it means the same in every catalog. Shares are of the question's
 * information: a term counts by its rarity.
 */
export const SIGNALS = [
  /** BM25 per unit of the question's information, and BM25 itself in tenths. */
  'bm25Share',
  'bm25',
  /** Share that occurs anywhere in the document, and its square; in its name; in its server's name or words; and so on. */
  'covered',
  'coveredSquared',
  'nameCovered',
  'serverCovered',
  'descriptionCovered',
  'parametersCovered',
  /** Share of the first words of the question: what is wanted comes before what it is about. */
  'openingCovered',
  /** Share of the name's terms that the question contains, and 1 when it contains all of a name of two or more. */
  'nameShare',
  'nameSaid',
  /** Cosine of the meanings of question and document, and of question and the document's server. */
  'meaning',
  'serverMeaning',
  /** Cosine of the capabilities of both. */
  'capability',
  /** Share of terms that are mostly names of servers and occur in this one's. */
  'brand',
  /** Logarithm of the description's length, in fifths. */
  'descriptionLength',
] as const
export type Signal = (typeof SIGNALS)[number]

/** The index of each signal in a row of them. */
export const SIGNAL = Object.fromEntries(SIGNALS.map((name, place) => [name, place])) as Readonly<
  Record<Signal, number>
>

/** What the confidence in a result is computed from, beside its own signals. */
export const CONFIDENCE_SIGNALS = [
  'covered',
  'nameShare',
  'meaning',
  'serverMeaning',
  'capability',
  'bm25Share',
  'descriptionCovered',
  /**
   * Share of the question's information that the result contains or means, term by term; and the largest share of a term it does neither.
   */
  'explained',
  'unexplained',
  /** The ranker's score, in tenths. */
  'score',
  /** How far the score is above the first result with another capability, and above the mean of the results after the first. */
  'margin',
  'prominence',
  /** 1 when it is the best both by words and by meaning, a half when by one of them. */
  'agreement',
  /** Share of the question's information in terms that occur nowhere in the catalog. */
  'unheard',
  /** Logarithm of the number of terms. */
  'length',
] as const

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
