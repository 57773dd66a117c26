import type { MeasuredRequest } from './train-trees'

/**
 * What a candidate's probability to fit is drawn to, by grade: the line between 0 and 1 is the noisiest, that between 1
 * and 2 counts.
 */
const FIT_OF_GRADE = [0, 0.04, 0.96, 1]

/** Downhill gradient and curvature of the loss by each row's score. */
export interface Slopes {
  gradient: Float64Array
  curvature: Float64Array
}

const LEAST_CURVATURE = 0.02
/** How much a pair counts by the change of NDCG, and beside it, so that pairs further down count too. */
const CHANGE_WEIGHT = 4
const PAIR_WEIGHT = 0.02

/** Adds both losses of a request, whose rows begin at `start`. */
export function addGradients(
  request: MeasuredRequest,
  scores: Float64Array,
  start: number,
  pairShare: number,
  slopes: Slopes,
): void {
  addPointwise(request, scores, start, slopes)
  if (pairShare > 0) addPairwise(request, scores, start, pairShare, slopes)
}

function addPointwise(
  { rows, grades, weight, sure, pointShare }: MeasuredRequest,
  scores: Float64Array,
  start: number,
  { gradient, curvature }: Slopes,
): void {
  for (let at = 0; at < rows.length; at++) {
    const probability = 1 / (1 + Math.exp(-(scores[start + at] as number)))
    const wanted = FIT_OF_GRADE[grades[at] as number] as number
    const own = weight * pointShare * (sure[at] as number)
    add(gradient, start + at, own * (wanted - probability))
    add(curvature, start + at, own * Math.max(LEAST_CURVATURE, probability * (1 - probability)))
  }
}

function addPairwise(
  { rows, grades, weight, sure }: MeasuredRequest,
  scores: Float64Array,
  start: number,
  pairShare: number,
  { gradient, curvature }: Slopes,
): void {
  const gains = grades.map((grade) => 2 ** grade - 1)
  const ideal = [...gains].sort((a, b) => b - a).reduce((sum, gain, place) => sum + gain * discount(place), 0)
  if (ideal === 0) return
  const discounts = discountsOf(rows.length, scores, start)
  for (const [i, better] of grades.entries()) {
    for (const [j, worse] of grades.entries()) {
      if (better <= worse) continue
      const gained = (gains[i] as number) - (gains[j] as number)
      const change = (gained * Math.abs((discounts[i] as number) - (discounts[j] as number))) / ideal
      const delta =
        pairShare * weight * (sure[i] as number) * (sure[j] as number) * (change * CHANGE_WEIGHT + PAIR_WEIGHT)
      const wrong = 1 / (1 + Math.exp((scores[start + i] as number) - (scores[start + j] as number)))
      add(gradient, start + i, delta * wrong)
      add(gradient, start + j, -delta * wrong)
      const bend = delta * Math.max(LEAST_CURVATURE, wrong * (1 - wrong))
      add(curvature, start + i, bend)
      add(curvature, start + j, bend)
    }
  }
}

/** The discount of NDCG of each row at its present rank. */
function discountsOf(count: number, scores: Float64Array, start: number): Float64Array {
  const order = Array.from({ length: count }, (_, at) => at).sort(
    (a, b) => (scores[start + b] as number) - (scores[start + a] as number),
  )
  const discounts = new Float64Array(count)
  for (const [place, at] of order.entries()) discounts[at] = discount(place)
  return discounts
}

function discount(place: number): number {
  return 1 / Math.log2(place + 2)
}

function add(sums: Float64Array, place: number, value: number): void {
  sums[place] = (sums[place] as number) + value
}
