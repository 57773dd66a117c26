import { SIGNALS_LENGTH } from '../../lib/search/fit/fit-signals'
import { type Networks, sizeOfOthers } from '../../lib/search/rank/network'

/** What all networks share while they are trained; see `Networks`. */
export interface Shape {
  hidden: number
  second: number
  mean: Float32Array
  scale: Float32Array
}

/** Inputs at most this far either way: signals in standard deviations, products as they are. */
const MOST_SIGNAL = 4
const MOST_PRODUCT = 1
const boundOf = (input: number) => (input < SIGNALS_LENGTH ? MOST_SIGNAL : MOST_PRODUCT)
/** Whole numbers reach this far either way. */
const MOST_NUMBER = 127

/** Numbers of one network of this shape: of each layer the weights of its units, then their biases. */
export function sizeOfNetwork({ mean, hidden, second }: Shape): number {
  return hidden * mean.length + sizeOfOthers(hidden, second)
}

/** Signals are standardised; products of meanings are of one scale already. */
export function scalesOf(requests: readonly { rows: readonly Float32Array[] }[]): Pick<Shape, 'mean' | 'scale'> {
  const inputs = requests[0]?.rows[0]?.length ?? 0
  const [mean, scale] = [new Float32Array(inputs), new Float32Array(inputs).fill(1)]
  for (let k = 0; k < Math.min(SIGNALS_LENGTH, inputs); k++) {
    let [count, sum, squares] = [0, 0, 0]
    for (const { rows } of requests) {
      for (const row of rows) {
        const value = row[k] as number
        count += 1
        sum += value
        squares += value * value
      }
    }
    mean[k] = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
    scale[k] = deviation > 1e-6 ? 1 / deviation : 0
  }
  return { mean, scale }
}

/** Writes the inputs of a row. */
export function standardise({ mean, scale }: Shape, row: ArrayLike<number>, input: Float32Array): void {
  for (let k = 0; k < input.length; k++) {
    const value = ((row[k] as number) - (mean[k] as number)) * (scale[k] as number)
    const bound = boundOf(k)
    input[k] = value > bound ? bound : value < -bound ? -bound : value
  }
}

/** The networks with inputs and first layers in whole numbers: each unit's in 127ths of its largest. */
export function quantised(shape: Shape, trained: readonly Float32Array[]): Networks {
  const { hidden, second, mean } = shape
  const inputs = mean.length
  const steps = Float32Array.from(mean, (_, k) => MOST_NUMBER / boundOf(k))
  const units = new Int8Array(trained.length * hidden * inputs)
  const unitScale = new Float32Array(trained.length * hidden)
  const others = new Float32Array(trained.length * sizeOfOthers(hidden, second))
  for (const [at, numbers] of trained.entries()) {
    others.set(numbers.subarray(hidden * inputs), at * sizeOfOthers(hidden, second))
    for (let unit = 0; unit < hidden; unit++) {
      const weights = numbers
        .subarray(unit * inputs, (unit + 1) * inputs)
        .map((weight, k) => weight / (steps[k] as number))
      const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) || 1
      const place = at * hidden + unit
      unitScale[place] = largest / MOST_NUMBER
      for (let k = 0; k < inputs; k++)
        units[place * inputs + k] = Math.round(((weights[k] as number) / largest) * MOST_NUMBER)
    }
  }
  const scale = shape.scale.map((factor, k) => factor * (steps[k] as number))
  return { hidden, second, mean, scale, units, unitScale, others }
}
