import { VERDICTS, type Verdict } from '../../core/verdict/verdict'

/** An alternative, as far as its rank depends on it. */
export interface Offer {
  id: string
  /** Similarity of its capability, 0-1. */
  similarity: number
  verdict: Exclude<Verdict, 'down'>
  /** Reliability, 0-100. */
  score: number
  /** Whether it answers from another host than what it replaces. */
  otherHost: boolean
}

/**
 * An offer less than half as similar as the best one does something else; a living one of those must not rank before one that does the same.
 */
const ALIKE_SHARE = 0.5

/** Offers within this of the most similar one count as equally similar: the ranking is no more precise. */
const EQUALLY_ALIKE_WITHIN = 0.05

/**
 * Alternatives in the order to try: the living (healthy, degraded) before the unknown; in each of these the most similar first, and among
 * equally similar ones by verdict, score and other host. Total: equal offers are ordered by id.
 */
export function orderOffers<Given extends Offer>(offers: readonly Given[]): Given[] {
  const best = offers.reduce((most, { similarity }) => Math.max(most, similarity), 0)
  const alike = offers.filter(({ similarity }) => similarity >= ALIKE_SHARE * best)
  const isUnknown = ({ verdict }: Offer) => verdict === 'unknown'
  return [...inBands(alike.filter((offer) => !isUnknown(offer))), ...inBands(alike.filter(isUnknown))]
}

function inBands<Given extends Offer>(offers: readonly Given[]): Given[] {
  const byLikeness = [...offers].sort((a, b) => b.similarity - a.similarity)
  const bands: Given[][] = []
  for (const offer of byLikeness) {
    const band = bands.at(-1)
    const leader = band?.[0]
    if (leader === undefined || leader.similarity - offer.similarity > EQUALLY_ALIKE_WITHIN) bands.push([offer])
    else band?.push(offer)
  }
  return bands.flatMap((band) => band.sort(compareEquallyAlike))
}

function compareEquallyAlike(a: Offer, b: Offer): number {
  return (
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    b.score - a.score ||
    Number(b.otherHost) - Number(a.otherHost) ||
    b.similarity - a.similarity ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}
