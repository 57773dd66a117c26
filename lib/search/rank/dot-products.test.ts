import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import wabt from 'wabt'
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
  const dotProducts = new DotProducts(DIMENSIONS)
  // Those before leave nothing behind.
  dotProducts.take([...vectors, ...vectors, sign(stored(3))], others)
  dotProducts.take(vectors, others)
  dotProducts.with(kept, DIMENSIONS, products, 1)
  const other = kept.subarray(DIMENSIONS)
  expect([...products.subarray(0, count + 1)]).toEqual([0, ...vectors.map((vector) => product(vector, other))])
  for (const [place, vector] of others.entries())
    expect(Math.abs((products[count + 1 + place] as number) - product(vector, other))).toBeLessThan(0.1)
})

it('the largest products, of vectors of any length, do not overflow', () => {
  const length = 4091
  const [most, least] = [new Int8Array(length).fill(127), new Int8Array(length).fill(-128)]
  const products = new Float64Array(4)
  const dotProducts = new DotProducts(length)
  dotProducts.take([most, least, least], [Float32Array.from(least)])
  dotProducts.with(least, 0, products, 0)
  const [mixed, square] = [length * 127 * 128, length * 128 * 128]
  expect([...products.subarray(0, 3)]).toEqual([-mixed, square, square])
  expect((products[3] as number) / square).toBeCloseTo(1, 3)
  expect(() => new DotProducts(4097)).toThrow('4097')
})

it('the module is the translation of its source', async () => {
  const source = new URL('./dot-products.wat', import.meta.url)
  const module = (await wabt()).parseWat('dot-products.wat', readFileSync(source, 'utf8'))
  const bytes = Buffer.from(module.toBinary({}).buffer)
  const lines = [
    '/** dot-products.wat, translated; see there. */',
    `export const MODULE =`,
    `  '${bytes.toString('base64')}'`,
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./dot-products-module.ts')
})

it('a cosine is in parts of the stored length', () => {
  const unit = new Float32Array(DIMENSIONS)
  unit[5] = 1
  const kept = new Int8Array(2 * DIMENSIONS)
  kept[DIMENSIONS + 5] = 127
  expect([cosine(unit, kept, 0), cosine(unit, kept, 1)]).toEqual([0, 1])
})
