import { VERDICTS, type Verdict } from 'assay-verify/verdict'

/** An alternative, as far as its place and whether it is listed depend on it. */
export interface Offer {
  id: string
  /** The probability that it does the same, 0-1. */
  similarity: number
  verdict: Verdict
  /** Reliability, 0-100. */
  score: number
  /** Whether it answers from another host than what it replaces. */
  otherHost: boolean
  /** Whether it works on data that is kept in another product. */
  inOtherProduct: boolean
}

/** What less probably does the same is not listed: docs/alternatives.md. */
export const LEAST_SIMILARITY = 0.6

/** Offers within this of the most similar one count as equally similar: the ranking is no more precise. */
const EQUALLY_ALIKE_WITHIN = 0.05

/**
 * Those that do the same, in the order to try. What works in another product comes last of all: it may serve where the
 * rest does not. Before it and in it the living (healthy, degraded) come before the unknown; in each of these the most
 * similar first, and among equally similar ones by verdict, score, hundredths of similarity and other host. Total:
 * equal offers are ordered by id.
 */
export function orderOffers<Given extends Offer>(offers: readonly Given[]): Given[] {
  const same = offers.filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
  return [false, true].flatMap((inOtherProduct) => {
    const some = same.filter((offer) => offer.inOtherProduct === inOtherProduct)
    return [false, true].flatMap((isUnknown) =>
      inBands(some.filter(({ verdict }) => (verdict === 'unknown') === isUnknown)),
    )
  })
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
    Math.round(b.similarity * 100) - Math.round(a.similarity * 100) ||
    Number(b.otherHost) - Number(a.otherHost) ||
    b.similarity - a.similarity ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}
