/**
 * What a question and a document have in common, each measured so that it means the same in every catalog. Shares are
 * of the question's information: a term counts by its rarity.
 */
export const SIGNALS = [
  /** BM25 per unit of the question's information, and BM25 itself in tenths. */
  'bm25Share',
  'bm25',
  /**
   * Share that occurs anywhere in the document, and its square; in its name; in its server's name or words; and so on.
   */
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

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
