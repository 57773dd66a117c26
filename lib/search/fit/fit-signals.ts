import { SIGNALS } from '../rank/signals'
import { COMPARISONS } from './compare-terms'
import { PAIR_PRODUCTS } from './pair-products'

/**
 * What is measured of the best candidates, beside `SIGNALS`: how far each does what the request wants. "Wanted" weighs
 * a term by its information and by how far it says what is wanted instead of being a value to pass on. "Meant" counts a
 * term by its best cosine with a term of the document where it does not occur itself.
 */
export const FIT_SIGNALS = [
  /** The linear score in tenths, how far it is below the best one, and the rank by it. */
  'linearScore',
  'belowBest',
  'linearRank',
  /**
   * Share of what is wanted that occurs anywhere; in the name; is meant by the name; by name or description; by the
   * server too.
   */
  'wantedCovered',
  'wantedInName',
  'wantedMeantByName',
  'wantedMeant',
  /** The largest share of a wanted term that is not meant, and its best cosine unweighted. */
  'leastMeant',
  'leastMeantShare',
  /** Share of the request's information that is a value to pass on; that occurs in the name; anywhere. */
  'valueInName',
  'valueCovered',
  /**
   * Share of the name that the request means; the largest share of it that it does not mean; the same without its verb.
   */
  'nameMeant',
  'nameLeastMeant',
  'objectMeant',
  /** Mean of how far the first terms of the description are meant. */
  'bodyMeant',
  /** Cosines of the meaning of what is wanted with document and server. */
  'wantedMeaning',
  'wantedServerMeaning',
  /**
   * Cosine of what is wanted with the name alone, and with the beginning of the description alone; what only one of
   * both sides means.
   */
  'wantedNameMeaning',
  'wantedBodyMeaning',
  /** Cosine of name and what is wanted without its act, without the name's first term. */
  'objectMeaning',
  /** 1: same act, -1: the opposite; 1: one reads and the other changes; what the act of the document is. */
  'sameAct',
  'readsAndChanges',
  'documentAct',
  'oppositeWord',
  /** 1: same direction, -1: the opposite one. */
  'direction',
  /** Share of the wanted brands that it has; in its server's name. */
  'brandCovered',
  'brandInServer',
  'replacedProduct',
  /** 1: restricted to a country of the request, -1: to one that it does not name, -2: to another than it names. */
  'country',
  'isServer',
  /** Share of the request's kinds of arguments that a parameter takes; -1: no schema is known. */
  'argumentsTaken',
  /** Mean cosine with the ten best by the linear score, and the number of others of nearly the same meaning. */
  'consensus',
  'twins',
  /** Its place among the candidates of its server, how many these are, and how far it is below their best. */
  'siblingRank',
  'siblings',
  'belowSibling',
  /** Of the request alone: what its act is, how many terms it has and how many of these are wanted, and so on. */
  'requestAct',
  'requestTerms',
  'requestWanted',
  'requestValues',
  'requestBrand',
  'requestUnindexed',
  'requestUnindexedWanted',
  'requestKinds',
  'requestReplaces',
  'requestCountries',
  'requestKnown',
  'requestNotLatin',
  /** Logarithm of the number of documents searched. */
  'requestCatalog',
  'bestScore',
  'bestMeaning',
  'bestWanted',
  /**
   * Share of what is wanted that is said in the request's or in other words, each by its lift; in the name; the share
   * that is said in any; the least of the terms that matter; the share of the name that the request says.
   */
  'expandedCovered',
  'expandedInName',
  'expandedShare',
  'leastExpanded',
  'nameExpanded',
] as const
export type FitSignal = (typeof FIT_SIGNALS)[number]

/** Where the numbers of `TermComparison` begin in a row. */
export const COMPARISONS_START = SIGNALS.length + FIT_SIGNALS.length

/** Signals whose comparison with those of the other candidates is in a row: those of the request are equal for all. */
const REQUEST_START = FIT_SIGNALS.indexOf('requestAct') + SIGNALS.length
const REQUEST_END = FIT_SIGNALS.indexOf('bestWanted') + SIGNALS.length
export const COMPARED_SIGNALS = Array.from({ length: COMPARISONS_START }, (_, place) => place).filter(
  (place) => place < REQUEST_START || place > REQUEST_END,
)
/** Numbers of a row about the list: each compared signal less its mean over the candidates, then less its best. */
export const CONTEXT_START = COMPARISONS_START + COMPARISONS

/** The signals of a row: `SIGNALS`, `FIT_SIGNALS`, the comparisons of terms, and the comparison with the list. */
export const SIGNALS_LENGTH = CONTEXT_START + 2 * COMPARED_SIGNALS.length
/** A row: the signals, then the products of meanings. */
export const ROW_LENGTH = SIGNALS_LENGTH + PAIR_PRODUCTS

/** The index of each fit signal in a row. */
export const FIT = Object.fromEntries(FIT_SIGNALS.map((name, place) => [name, SIGNALS.length + place])) as Readonly<
  Record<FitSignal, number>
>
