import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import wabt from 'wabt'
import { Matrices } from './matrices'

it('a product adds to what is there, of a matrix and of one that is read by its columns', () => {
  const [rows, columns, steps] = [8, 16, 3]
  const matrices = new Matrices(rows * steps + steps * columns + 2 * rows * columns)
  const left = matrices.take(rows * steps)
  const right = matrices.take(steps * columns)
  const [sums, turned] = [matrices.take(rows * columns), matrices.take(rows * columns)]
  for (let k = 0; k < left.length; k++) left[k] = (k % 7) - 3
  for (let k = 0; k < right.length; k++) right[k] = (k % 5) - 2
  sums.fill(10)
  matrices.addProduct({ numbers: left, row: steps, step: 1 }, right, sums, { rows, columns, steps })
  matrices.addProduct({ numbers: left, row: 1, step: rows }, right, turned, { rows, columns, steps })
  const expected = (leftOf: (row: number, step: number) => number) =>
    Array.from({ length: rows * columns }, (_, k) => {
      const [row, column] = [Math.floor(k / columns), k % columns]
      const products = [0, 1, 2].map((step) => leftOf(row, step) * (right[step * columns + column] as number))
      return products.reduce((sum, product) => sum + product, 0)
    })
  expect([...sums]).toEqual(expected((row, step) => left[row * steps + step] as number).map((sum) => sum + 10))
  expect([...turned]).toEqual(expected((row, step) => left[step * rows + row] as number))
  expect(() => matrices.take(2 ** 20)).toThrow(RangeError)
})

it('the module is the translation of its source', async () => {
  const source = new URL('./matrix-products.wat', import.meta.url)
  const module = (await wabt()).parseWat('matrix-products.wat', readFileSync(source, 'utf8'))
  const bytes = Buffer.from(module.toBinary({}).buffer)
  const lines = [
    '/** matrix-products.wat, translated; see there. */',
    `export const MODULE =`,
    `  '${bytes.toString('base64')}'`,
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./matrix-products-module.ts')
})
