import { expect, it } from 'vitest'
import { cosine } from './document-vectors'
import { DotProducts } from './dot-products'
import { DIMENSIONS } from './weights'

const stored = (seed: number) =>
  Int8Array.from({ length: DIMENSIONS }, (_, k) => ((k + 1) * (seed + 7) * 2_654_435_761) % 128)
const sign = (vector: Int8Array) => vector.map((value, k) => (k % 3 === 0 ? -value : value))
const product = (a: ArrayLike<number>, b: Int8Array) => b.reduce((sum, value, k) => sum + value * (a[k] as number), 0)

it.each([0, 1, 2, 3, 8, 9])('%i stored vectors and two others have the products that they have one by one', (count) => {
  const vectors = Array.from({ length: count }, (_, seed) => sign(stored(seed)))
  const others = [Float32Array.from(stored(50), (value) => value / 127), new Float32Array(DIMENSIONS).fill(0.25)]
  const kept = new Int8Array(2 * DIMENSIONS)
  kept.set(sign(stored(99)), DIMENSIONS)
  const products = new Float64Array(count + 3)
  new DotProducts(vectors, others).with(kept, DIMENSIONS, products, 1)
  const other = kept.subarray(DIMENSIONS)
  expect([...products.subarray(0, count + 1)]).toEqual([0, ...vectors.map((vector) => product(vector, other))])
  for (const [place, vector] of others.entries())
    expect(products[count + 1 + place]).toBeCloseTo(product(vector, other), 9)
})

it('the largest products do not run into each other', () => {
  const [most, least] = [new Int8Array(DIMENSIONS).fill(127), new Int8Array(DIMENSIONS).fill(-127)]
  const products = new Float64Array(4)
  new DotProducts([most, least, least, most], []).with(least, 0, products, 0)
  const square = DIMENSIONS * 127 * 127
  expect([...products]).toEqual([-square, square, square, -square])
})

it('a cosine is in parts of the stored length', () => {
  const unit = new Float32Array(DIMENSIONS)
  unit[5] = 1
  const kept = new Int8Array(2 * DIMENSIONS)
  kept[DIMENSIONS + 5] = 127
  expect([cosine(unit, kept, 0), cosine(unit, kept, 1)]).toEqual([0, 1])
})
