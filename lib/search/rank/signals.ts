/**
 * What a question and a document have in common, each measured so that it means the same in every catalog. Shares are of the
 * question's information: a term counts by its rarity.
 */
export const SIGNALS = [
  /** BM25 for each unit of the question's information, and BM25 itself in tenths. */
  'bm25Share',
  'bm25',
  /** Share that stands anywhere in the document, and its square; in its name; in its server's name or words; and so on. */
  'covered',
  'coveredSquared',
  'nameCovered',
  'serverCovered',
  'descriptionCovered',
  'parametersCovered',
  /** Share of the first words of the question: what is wanted stands before what it is about. */
  'openingCovered',
  /** Share of the name's terms that the question says, and 1 when it says all of a name of two or more. */
  'nameShare',
  'nameSaid',
  /** Cosine of the meanings of question and document, and of question and the document's server. */
  'meaning',
  'serverMeaning',
  /** Cosine of the capabilities both speak of. */
  'capability',
  /** Share of terms that are mostly names of servers and stand in this one's. */
  'brand',
  /** Logarithm of the description's length, in fifths. */
  'descriptionLength',
] as const
export type Signal = (typeof SIGNALS)[number]

/** The place of each signal in a row of them. */
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
  /** Share of the question's information that the result says or means, term by term; and the largest share it does neither. */
  'explained',
  'unexplained',
  /** The ranker's score, in tenths. */
  'score',
  /** How far the score stands above the first result of another capability, and above the mean of the results after the first. */
  'margin',
  'prominence',
  /** 1 when it is the best by words and by meaning alike, a half when by one of them. */
  'agreement',
  /** Share of the question's information in terms that stand nowhere in the catalog. */
  'unheard',
  /** Logarithm of the number of terms. */
  'length',
] as const

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
