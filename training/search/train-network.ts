import type { Networks } from '../../lib/search/rank/network'
import { randomFrom, sample } from '../random'
import { DenseLayer, sizeOfLayer } from './dense-layer'
import { Matrices, padded, ROWS_TOGETHER } from './matrices'
import { quantised, type Shape, scalesOf, sizeOfNetwork, standardise } from './network-numbers'

/** The candidates of a request: a row of signals and a grade (0-3) each. */
export interface MeasuredRequest {
  rows: readonly Float32Array[]
  grades: readonly number[]
  weight: number
  /** How sure each grade is, 0-1. */
  sure: readonly number[]
  /**
   * The weight of the pointwise loss beside it, 0-1: 0 where a low grade may only mean that nobody labelled the
   * candidate.
   */
  pointShare: number
}

export interface NetworkSettings {
  hidden: number
  second: number
  /** Networks whose mean is used, each from another beginning. */
  count: number
  epochs: number
  /** Requests of a step. */
  batch: number
  rate: number
  decay: number
  /** Shares of inputs and of hidden units that are left out of a step. */
  inputDrop: number
  hiddenDrop: number
  seed: number
}

export const NETWORK_SETTINGS: NetworkSettings = {
  hidden: 64,
  second: 24,
  count: 4,
  epochs: 10,
  batch: 48,
  rate: 0.002,
  decay: 0.003,
  inputDrop: 0.1,
  hiddenDrop: 0.25,
  seed: 1,
}

/**
 * What a candidate's probability to fit is drawn to, by grade: the line between 0 and 1 is the noisiest, that between 1
 * and 2 counts. And its share of what a request's candidates are to get together.
 */
const FIT_OF_GRADE = [0, 0.04, 0.96, 1]
const GAIN_OF_GRADE = [0, 0.3, 4, 7]
const LIST_SHARE = 0.32
const LAST_RATE = 0.05

/**
 * Networks whose mean is the logit of "fits": trained on a pointwise logistic loss, so that sums mean the same for all
 * requests, and on a listwise one over the candidates of each request (ListNet, Cao et al. 2007), so that the order is
 * right; by Adam with decoupled weight decay (Loshchilov and Hutter 2019) and dropout. Deterministic.
 */
export function trainNetworks(
  requests: readonly MeasuredRequest[],
  settings: NetworkSettings = NETWORK_SETTINGS,
): Networks {
  const { hidden, second, count } = settings
  const shape: Shape = { hidden, second, ...scalesOf(requests) }
  const trained = Array.from({ length: count }, (_, at) =>
    new NetworkTrainer(shape, settings, settings.seed + at).train(requests),
  )
  return quantised(shape, trained)
}

/** Most candidates of a request, and with them most rows of a step. */
const MOST_CANDIDATES = 64

/** One network's numbers while it is trained. */
class NetworkTrainer {
  readonly #shape: Shape
  readonly #settings: NetworkSettings
  readonly #random: () => number
  readonly #layers: readonly [DenseLayer, DenseLayer]
  /** Of the last unit: weights, then its bias, and their slopes. */
  readonly #last: Float32Array
  readonly #lastGradient: Float32Array
  readonly #moves: readonly Moves[]
  readonly #input: Float32Array
  readonly #first: Float32Array
  readonly #second: Float32Array
  readonly #ofFirst: Float32Array
  readonly #ofSecond: Float32Array

  constructor(shape: Shape, settings: NetworkSettings, seed: number) {
    this.#shape = shape
    this.#settings = settings
    this.#random = randomFrom(seed)
    const { hidden, second } = shape
    const inputs = padded(shape.mean.length, ROWS_TOGETHER)
    const rows = padded(settings.batch * MOST_CANDIDATES, ROWS_TOGETHER)
    const matrices = new Matrices(
      sizeOfLayer(inputs, hidden) + sizeOfLayer(hidden, second) + rows * (inputs + 2 * hidden + 2 * second),
    )
    this.#layers = [new DenseLayer(inputs, hidden, matrices), new DenseLayer(hidden, second, matrices)]
    this.#last = new Float32Array(second + 1)
    this.#lastGradient = new Float32Array(second + 1)
    this.#input = matrices.take(rows * inputs)
    this.#first = matrices.take(rows * hidden)
    this.#second = matrices.take(rows * second)
    this.#ofFirst = matrices.take(rows * hidden)
    this.#ofSecond = matrices.take(rows * second)
    const [one, two] = this.#layers
    this.#moves = [
      new Moves(one.weights, one.gradient, settings.decay),
      new Moves(two.weights, two.gradient, settings.decay),
      new Moves(this.#last, this.#lastGradient, settings.decay),
    ]
    this.#begin()
  }

  /** Its numbers as `quantised` takes them. */
  train(requests: readonly MeasuredRequest[]): Float32Array {
    const { epochs, batch, rate } = this.#settings
    const steps = epochs * Math.ceil(requests.length / batch)
    let step = 0
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = sample(requests, requests.length, this.#random)
      for (let at = 0; at < order.length; at += batch) {
        this.#learn(order.slice(at, at + batch))
        for (const moves of this.#moves) moves.make(rate * (1 - (1 - LAST_RATE) * (step / steps)))
        step += 1
      }
    }
    return this.#numbers()
  }

  /** Normal numbers such that a unit's sum varies as much as its inputs. */
  #begin(): void {
    const { mean, hidden, second } = this.#shape
    const normal = () => {
      let sum = -6
      for (let k = 0; k < 12; k++) sum += this.#random()
      return sum
    }
    const [one, two] = this.#layers
    const fill = (weights: Float32Array, count: number, deviation: number) => {
      for (let k = 0; k < count; k++) weights[k] = normal() * deviation
    }
    fill(one.weights, mean.length * hidden, Math.sqrt(1.5 / mean.length))
    fill(two.weights, hidden * second, Math.sqrt(2 / hidden))
    fill(this.#last, second, 0.2)
  }

  #learn(requests: readonly MeasuredRequest[]): void {
    const { hiddenDrop } = this.#settings
    const [one, two] = this.#layers
    const [first, second] = [this.#first, this.#second]
    const rows = this.#readInput(requests)
    one.forward(this.#input, rows, first)
    for (let k = 0; k < rows * one.units; k++)
      first[k] = (first[k] as number) < 0 || this.#random() < hiddenDrop ? 0 : (first[k] as number) / (1 - hiddenDrop)
    two.forward(first, rows, second)
    for (let k = 0; k < rows * two.units; k++) if ((second[k] as number) < 0) second[k] = 0
    for (const { gradient } of this.#layers) gradient.fill(0)
    this.#backLast(slopesOfBatch(requests, this.#sums(rows)), rows)
    two.addGradient(first, this.#ofSecond, rows)
    two.back(this.#ofSecond, rows, this.#ofFirst)
    const ofFirst = this.#ofFirst
    for (let k = 0; k < rows * one.units; k++)
      ofFirst[k] = first[k] === 0 ? 0 : (ofFirst[k] as number) / (1 - hiddenDrop)
    one.addGradient(this.#input, ofFirst, rows)
  }

  #sums(rows: number): Float64Array {
    const [second, last] = [this.#second, this.#last]
    const units = last.length - 1
    return Float64Array.from({ length: rows }, (_, row) => {
      let sum = last[units] as number
      for (let k = 0; k < units; k++) sum += (second[row * units + k] as number) * (last[k] as number)
      return sum
    })
  }

  /** The gradient of the last unit, and the slopes of the second layer. */
  #backLast(slopes: Float64Array, rows: number): void {
    const [second, last, gradient, ofSecond] = [this.#second, this.#last, this.#lastGradient, this.#ofSecond]
    const units = last.length - 1
    gradient.fill(0)
    for (let row = 0; row < rows; row++) {
      const slope = slopes[row] as number
      gradient[units] = (gradient[units] as number) + slope
      for (let k = 0; k < units; k++) {
        const value = second[row * units + k] as number
        gradient[k] = (gradient[k] as number) + slope * value
        ofSecond[row * units + k] = value === 0 ? 0 : slope * (last[k] as number)
      }
    }
  }

  /** Writes the inputs of all rows, some of them left out; returns how many rows these are, with those that fill up. */
  #readInput(requests: readonly MeasuredRequest[]): number {
    const { inputDrop } = this.#settings
    const used = this.#shape.mean.length
    const { inputs } = this.#layers[0]
    let place = 0
    for (const { rows } of requests)
      for (const row of rows) {
        const input = this.#input.subarray(place * inputs, place * inputs + used)
        standardise(this.#shape, row, input)
        for (let k = 0; k < used; k++)
          input[k] = this.#random() < inputDrop ? 0 : (input[k] as number) / (1 - inputDrop)
        place += 1
      }
    const end = padded(place, ROWS_TOGETHER)
    this.#input.fill(0, place * inputs, end * inputs)
    return end
  }

  #numbers(): Float32Array {
    const { mean, hidden, second } = this.#shape
    const numbers = new Float32Array(sizeOfNetwork(this.#shape))
    let end = 0
    for (const [{ weights, inputs, units }, used] of [
      [this.#layers[0], mean.length],
      [this.#layers[1], hidden],
    ] as const) {
      for (let unit = 0; unit < units; unit++)
        for (let k = 0; k < used; k++) numbers[end + unit * used + k] = weights[k * units + unit] as number
      numbers.set(weights.subarray(inputs * units), end + units * used)
      end += units * (used + 1)
    }
    numbers.set(this.#last.subarray(0, second + 1), end)
    return numbers
  }
}

/** Adam with decoupled weight decay. */
class Moves {
  readonly #first: Float32Array
  readonly #squares: Float32Array
  #steps = 0

  constructor(
    readonly weights: Float32Array,
    readonly gradient: Float32Array,
    readonly decay: number,
  ) {
    this.#first = new Float32Array(weights.length)
    this.#squares = new Float32Array(weights.length)
  }

  make(rate: number): void {
    this.#steps += 1
    const { weights, gradient, decay } = this
    const [first, squares] = [this.#first, this.#squares]
    const [ofFirst, ofSquares] = [1 - 0.9 ** this.#steps, 1 - 0.99 ** this.#steps]
    for (let k = 0; k < weights.length; k++) {
      const g = gradient[k] as number
      first[k] = 0.9 * (first[k] as number) + 0.1 * g
      squares[k] = 0.99 * (squares[k] as number) + 0.01 * g * g
      const step = (first[k] as number) / ofFirst / (Math.sqrt((squares[k] as number) / ofSquares) + 1e-8)
      weights[k] = (weights[k] as number) - rate * (step + decay * (weights[k] as number))
    }
  }
}

/** The slopes of all rows of a batch. */
function slopesOfBatch(requests: readonly MeasuredRequest[], sums: Float64Array): Float64Array {
  const slopes = new Float64Array(sums.length)
  const rows = requests.reduce((sum, request) => sum + request.rows.length, 0)
  let start = 0
  for (const request of requests) {
    const end = start + request.rows.length
    slopes.set(slopesOf(request, [...sums.subarray(start, end)], rows, requests.length), start)
    start = end
  }
  return slopes
}

/** Downhill of both losses by each row's sum. */
function slopesOf(request: MeasuredRequest, sums: readonly number[], rows: number, requests: number): number[] {
  const { grades, sure, weight, pointShare } = request
  const most = Math.max(...sums)
  const odds = sums.map((sum) => Math.exp(sum - most))
  const all = odds.reduce((total, odd) => total + odd, 0)
  const gains = grades.map((grade, at) => (GAIN_OF_GRADE[grade] as number) * (sure[at] as number))
  const gain = gains.reduce((total, one) => total + one, 0)
  return sums.map((sum, at) => {
    const probability = 1 / (1 + Math.exp(-sum))
    const point = (probability - (FIT_OF_GRADE[grades[at] as number] as number)) * (sure[at] as number) * pointShare
    const list = gain === 0 ? 0 : (odds[at] as number) / all - (gains[at] as number) / gain
    return weight * (point / rows + (LIST_SHARE * list) / requests)
  })
}
