import { DIMENSIONS } from '../../lib/search/rank/weights'
import type { Pair } from './pairs'

/** A table of vectors with a weight per side, before rounding. */
export interface Encoder {
  vectors: Float32Array
  /** Logarithms of the terms' weights in a question and in a document. */
  questionWeights: Float32Array
  documentWeights: Float32Array
}

interface Side {
  weights: Float32Array
  squares: Float32Array
}

/** Inverse temperature of the softmax. */
const SHARPNESS = 8
const LARGEST_LOG_WEIGHT = 3
const WEIGHT_RATE = 0.5
/** What AdaGrad's sums start with: a known vector is moved less by its first steps than a random one. */
const RANDOM_MOVES = 1e-6
const KNOWN_MOVES = 1e-3

/**
 * A bag-of-words dual encoder: the meaning of a text is the weighted sum of its terms' vectors, scaled to length 1.
 * Trained so that the two views of a thing are nearer to each other than to those of the other things in a batch
 * (symmetric softmax over in-batch negatives, as in Henderson et al. 2017, "Efficient natural language response
 * suggestion"), by AdaGrad (Duchi et al. 2011).
 */
export class EncoderTrainer {
  readonly #vectors: Float32Array
  readonly #squares: Float32Array
  readonly #question: Side
  readonly #document: Side

  /**
   * `information` of each term, above 0, is the weight it starts with; `start` the vector of length 1 that it starts
   * from, undefined for a random one.
   */
  constructor(information: Float32Array, random: () => number, start: (term: number) => Float32Array | undefined) {
    const count = information.length
    this.#vectors = Float32Array.from(
      { length: count * DIMENSIONS },
      () => ((random() + random() + random() - 1.5) * 2) / Math.sqrt(DIMENSIONS),
    )
    this.#squares = new Float32Array(count * DIMENSIONS).fill(RANDOM_MOVES)
    for (let term = 0; term < count; term++) {
      const known = start(term)
      if (known === undefined) continue
      this.#vectors.fill(0, term * DIMENSIONS, (term + 1) * DIMENSIONS)
      this.#vectors.set(known, term * DIMENSIONS)
      this.#squares.fill(KNOWN_MOVES, term * DIMENSIONS, (term + 1) * DIMENSIONS)
    }
    const side = () => ({ weights: information.map(Math.log), squares: new Float32Array(count).fill(1e-4) })
    this.#question = side()
    this.#document = side()
  }

  encoder(): Encoder {
    return {
      vectors: this.#vectors,
      questionWeights: this.#question.weights,
      documentWeights: this.#document.weights,
    }
  }

  /** One step over a batch; returns its mean loss in nats. */
  step(batch: readonly Pair[], rate: number): number {
    const size = batch.length
    const offered = offersOf(batch)
    const count = offered.length
    const questions = this.#encodeAll(
      batch.map(({ question }) => question),
      this.#question,
    )
    const documents = this.#encodeAll(
      offered.map(({ document }) => document),
      this.#document,
    )
    const { gradient, loss } = softmaxGradient(questions.vectors, documents.vectors, batch, offered)
    const ofQuestions = new Float32Array(size * DIMENSIONS)
    const ofDocuments = new Float32Array(count * DIMENSIONS)
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < count; j++) {
        const g = (gradient[i * count + j] as number) * SHARPNESS
        if (Math.abs(g) < 1e-6) continue
        const [a, b] = [i * DIMENSIONS, j * DIMENSIONS]
        for (let k = 0; k < DIMENSIONS; k++) {
          ofQuestions[a + k] = (ofQuestions[a + k] as number) + g * (documents.vectors[b + k] as number)
          ofDocuments[b + k] = (ofDocuments[b + k] as number) + g * (questions.vectors[a + k] as number)
        }
      }
    }
    for (const [at, { question }] of batch.entries())
      this.#learn(question, this.#question, questions, ofQuestions, at, rate)
    for (const [at, { document }] of offered.entries())
      this.#learn(document, this.#document, documents, ofDocuments, at, rate)
    return loss
  }

  #encodeAll(texts: readonly Int32Array[], { weights }: Side): { vectors: Float32Array; lengths: Float32Array } {
    const vectors = new Float32Array(texts.length * DIMENSIONS)
    const lengths = new Float32Array(texts.length)
    for (const [at, terms] of texts.entries()) {
      const start = at * DIMENSIONS
      for (const term of terms) {
        const weight = Math.exp(weights[term] as number)
        const from = term * DIMENSIONS
        for (let k = 0; k < DIMENSIONS; k++) {
          vectors[start + k] = (vectors[start + k] as number) + weight * (this.#vectors[from + k] as number)
        }
      }
      let squares = 0
      for (let k = start; k < start + DIMENSIONS; k++) squares += (vectors[k] as number) ** 2
      const length = Math.sqrt(squares) || 1
      for (let k = start; k < start + DIMENSIONS; k++) vectors[k] = (vectors[k] as number) / length
      lengths[at] = length
    }
    return { vectors, lengths }
  }

  /** Propagates the gradient of one text's vector through the scaling to its terms, and updates these. */
  #learn(
    terms: Int32Array,
    side: Side,
    encoded: { vectors: Float32Array; lengths: Float32Array },
    gradient: Float32Array,
    at: number,
    rate: number,
  ): void {
    const start = at * DIMENSIONS
    const length = encoded.lengths[at] as number
    let along = 0
    for (let k = start; k < start + DIMENSIONS; k++) along += (encoded.vectors[k] as number) * (gradient[k] as number)
    for (let k = start; k < start + DIMENSIONS; k++) {
      gradient[k] = ((gradient[k] as number) - along * (encoded.vectors[k] as number)) / length
    }
    for (const term of terms) {
      const weight = Math.exp(side.weights[term] as number)
      const from = term * DIMENSIONS
      let ofWeight = 0
      for (let k = 0; k < DIMENSIONS; k++) {
        const g = gradient[start + k] as number
        const value = this.#vectors[from + k] as number
        ofWeight += g * value
        const square = (this.#squares[from + k] as number) + (g * weight) ** 2
        this.#squares[from + k] = square
        this.#vectors[from + k] = value - (rate * g * weight) / Math.sqrt(square)
      }
      const g = ofWeight * weight
      const square = (side.squares[term] as number) + g * g
      side.squares[term] = square
      const moved = (side.weights[term] as number) - (rate * WEIGHT_RATE * g) / Math.sqrt(square)
      side.weights[term] = Math.max(-LARGEST_LOG_WEIGHT, Math.min(LARGEST_LOG_WEIGHT, moved))
    }
  }
}

/** The documents of a batch, in its order, then the rivals of those that have one. */
function offersOf(batch: readonly Pair[]): { document: Int32Array; key: string }[] {
  return [...batch, ...batch.flatMap(({ rival }) => rival ?? [])]
}

/**
 * Of the symmetric softmax loss over all questions and documents of a batch, by their cosines. Two of one key are not
 * separated. Rivals only compete: no question has one as its answer.
 */
function softmaxGradient(
  questions: Float32Array,
  documents: Float32Array,
  batch: readonly Pair[],
  offered: readonly { key: string }[],
) {
  const [size, count] = [batch.length, offered.length]
  const scores = new Float64Array(size * count)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < count; j++) {
      let sum = 0
      for (let k = 0; k < DIMENSIONS; k++) {
        sum += (questions[i * DIMENSIONS + k] as number) * (documents[j * DIMENSIONS + k] as number)
      }
      const same = i !== j && batch[i]?.key === offered[j]?.key
      scores[i * count + j] = same ? -1e9 : sum * SHARPNESS
    }
  }
  const gradient = new Float64Array(size * count)
  let loss = 0
  for (let i = 0; i < size; i++) {
    loss += addSoftmax(scores, gradient, count, i, i * count, 1)
    loss += addSoftmax(scores, gradient, size, i, i, count)
  }
  return { gradient, loss: loss / (2 * size) }
}

/**
 * Adds half the gradient of one row (stride 1) or column (stride `size`), whose right answer is at `right`; returns its
 * loss.
 */
function addSoftmax(
  scores: Float64Array,
  gradient: Float64Array,
  size: number,
  right: number,
  start: number,
  stride: number,
): number {
  let most = -Infinity
  for (let j = 0; j < size; j++) most = Math.max(most, scores[start + j * stride] as number)
  let total = 0
  for (let j = 0; j < size; j++) total += Math.exp((scores[start + j * stride] as number) - most)
  for (let j = 0; j < size; j++) {
    const place = start + j * stride
    const share = Math.exp((scores[place] as number) - most) / total
    gradient[place] = (gradient[place] as number) + 0.5 * (share - (j === right ? 1 : 0))
  }
  return Math.log(total) + most - (scores[start + right * stride] as number)
}
