import type { Segment } from '../index/segment'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import { FIT } from './fit-signals'
import type { SegmentLexicon } from './term-likeness'

/** Terms of a description whose vectors are added up. */
const BODY_TERMS = 12

const NAME_SUM = new Float32Array(DIMENSIONS)
const OBJECT_SUM = new Float32Array(DIMENSIONS)
const BODY_SUM = new Float32Array(DIMENSIONS)

/** Cosines with single fields, whose vectors are added up here: they are not stored. */
export function measureFields(
  weights: SearchWeights,
  segment: Segment,
  { weightIds }: SegmentLexicon,
  ordinal: number,
  wanted: Float32Array,
  object: Float32Array,
  row: Float64Array,
): void {
  NAME_SUM.fill(0)
  OBJECT_SUM.fill(0)
  BODY_SUM.fill(0)
  const { nameStart, nameTermIds, bodyStart, bodyTermIds } = segment
  const nameFrom = nameStart[ordinal] as number
  const nameEnd = nameStart[ordinal + 1] as number
  for (let at = nameFrom; at < nameEnd; at++) {
    const id = weightIds[nameTermIds[at] as number] as number
    addVector(weights, id, NAME_SUM)
    if (at > nameFrom || nameEnd - nameFrom === 1) addVector(weights, id, OBJECT_SUM)
  }
  const bodyFrom = bodyStart[ordinal] as number
  const bodyEnd = Math.min(bodyStart[ordinal + 1] as number, bodyFrom + BODY_TERMS)
  for (let at = bodyFrom; at < bodyEnd; at++)
    addVector(weights, weightIds[bodyTermIds[at] as number] as number, BODY_SUM)
  row[FIT.wantedNameMeaning] = cosineOfSum(wanted, NAME_SUM)
  row[FIT.wantedBodyMeaning] = cosineOfSum(wanted, BODY_SUM)
  row[FIT.objectMeaning] = cosineOfSum(object, OBJECT_SUM)
}

function addVector({ vectors, documentScale }: SearchWeights, id: number, sum: Float32Array): void {
  if (id < 0) return
  const scale = documentScale[id] as number
  const start = id * DIMENSIONS
  for (let k = 0; k < DIMENSIONS; k++) sum[k] = (sum[k] as number) + scale * (vectors[start + k] as number)
}

/** `unit` has length 1; 0 for a sum of nothing. */
function cosineOfSum(unit: Float32Array, sum: Float32Array): number {
  let [product, squares] = [0, 0]
  for (let k = 0; k < DIMENSIONS; k++) {
    const value = sum[k] as number
    product += (unit[k] as number) * value
    squares += value * value
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}
