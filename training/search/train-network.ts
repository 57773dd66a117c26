import type { Networks } from '../../lib/search/rank/network'
import { randomFrom, sample } from '../random'
import { DenseLayer, paddedRows } from './dense-layer'
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
  count: 2,
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

/** One network's numbers while it is trained. */
class NetworkTrainer {
  readonly #shape: Shape
  readonly #settings: NetworkSettings
  readonly #random: () => number
  readonly #weights: Float32Array
  readonly #gradient: Float32Array
  readonly #first: Float32Array
  readonly #squares: Float32Array
  readonly #layers: readonly [DenseLayer, DenseLayer, DenseLayer]
  #steps = 0

  constructor(shape: Shape, settings: NetworkSettings, seed: number) {
    this.#shape = shape
    this.#settings = settings
    this.#random = randomFrom(seed)
    const size = sizeOfNetwork(shape)
    this.#weights = new Float32Array(size)
    this.#gradient = new Float32Array(size)
    this.#first = new Float32Array(size)
    this.#squares = new Float32Array(size)
    this.#layers = this.#begin()
  }

  train(requests: readonly MeasuredRequest[]): Float32Array {
    const { epochs, batch, rate } = this.#settings
    const steps = epochs * Math.ceil(requests.length / batch)
    let step = 0
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = sample(requests, requests.length, this.#random)
      for (let at = 0; at < order.length; at += batch) {
        this.#learn(order.slice(at, at + batch))
        this.#move(rate * (1 - (1 - LAST_RATE) * (step / steps)))
        step += 1
      }
    }
    return this.#weights
  }

  /** The layers, with normal numbers such that a unit's sum varies as much as its inputs. */
  #begin(): [DenseLayer, DenseLayer, DenseLayer] {
    const { mean, hidden, second } = this.#shape
    const normal = () => {
      let sum = -6
      for (let k = 0; k < 12; k++) sum += this.#random()
      return sum
    }
    let end = 0
    const layer = (inputs: number, units: number, deviation: number) => {
      for (let k = 0; k < units * inputs; k++) this.#weights[end + k] = normal() * deviation
      const made = new DenseLayer(inputs, units, this.#weights, this.#gradient, end)
      end += units * (inputs + 1)
      return made
    }
    return [
      layer(mean.length, hidden, Math.sqrt(1.5 / mean.length)),
      layer(hidden, second, Math.sqrt(2 / hidden)),
      layer(second, 1, 0.2),
    ]
  }

  #learn(requests: readonly MeasuredRequest[]): void {
    const { hiddenDrop } = this.#settings
    const [one, two, last] = this.#layers
    this.#gradient.fill(0)
    const input = this.#inputOf(requests)
    const first = one.forward(input)
    for (let k = 0; k < first.length; k++)
      first[k] = (first[k] as number) < 0 || this.#random() < hiddenDrop ? 0 : (first[k] as number) / (1 - hiddenDrop)
    const second = two.forward(first)
    for (let k = 0; k < second.length; k++) if ((second[k] as number) < 0) second[k] = 0
    const slopes = slopesOfBatch(requests, last.forward(second))
    last.addGradient(second, slopes)
    const ofSecond = last.back(slopes)
    for (let k = 0; k < ofSecond.length; k++) if (second[k] === 0) ofSecond[k] = 0
    two.addGradient(first, ofSecond)
    const ofFirst = two.back(ofSecond)
    for (let k = 0; k < ofFirst.length; k++) ofFirst[k] = first[k] === 0 ? 0 : (ofFirst[k] as number) / (1 - hiddenDrop)
    one.addGradient(input, ofFirst)
  }

  /** The inputs of all rows, some of them left out. */
  #inputOf(requests: readonly MeasuredRequest[]): Float64Array {
    const { inputDrop } = this.#settings
    const inputs = this.#shape.mean.length
    const rows = requests.flatMap((request) => request.rows)
    const all = new Float64Array(paddedRows(rows.length) * inputs)
    for (const [place, row] of rows.entries()) {
      const input = all.subarray(place * inputs, (place + 1) * inputs)
      standardise(this.#shape, row, input)
      for (let k = 0; k < inputs; k++)
        input[k] = this.#random() < inputDrop ? 0 : (input[k] as number) / (1 - inputDrop)
    }
    return all
  }

  #move(rate: number): void {
    this.#steps += 1
    const [weights, gradient, first, squares] = [this.#weights, this.#gradient, this.#first, this.#squares]
    const [ofFirst, ofSquares] = [1 - 0.9 ** this.#steps, 1 - 0.99 ** this.#steps]
    const { decay } = this.#settings
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
