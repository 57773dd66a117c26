import { expect, it } from 'vitest'
import { BestScores } from './best-scores'
import { findPlaces } from './posting-places'
import { type ScoredList, scoreDocuments } from './score-documents'

const DOCUMENTS = 20_000
const WEIGHTS = [3, 50, 1]

/** Every `step`th document, with values that vary. */
function listOf(step: number, weight: number): ScoredList {
  const documents = Uint32Array.from({ length: Math.floor(DOCUMENTS / step) }, (_, at) => at * step)
  const values = Uint8Array.from(documents, (document) => (document * 7919) % 251)
  return { documents, values, at: 0, end: documents.length, weight }
}

function scoresOf(lists: readonly ScoredList[]): number[] {
  const scores = new Array<number>(DOCUMENTS).fill(0)
  for (const { documents, values, weight } of lists)
    for (const [at, document] of documents.entries())
      scores[document] = (scores[document] ?? 0) + weight * (values[at] ?? 0)
  return scores
}

it.each([null, Uint8Array.from({ length: DOCUMENTS }, (_, at) => (at % 5 === 0 ? 1 : 0))])(
  'the documents of the highest sums are found, without hidden ones',
  (hidden) => {
    const lists = [7, 1201, 30].map((step, place) => listOf(step, WEIGHTS[place] as number))
    const scores = scoresOf(lists).map((score, at) => (hidden?.[at] === 1 ? 0 : score))
    const best = new BestScores(100)
    scoreDocuments(lists, hidden, best)
    const found = [...best.ordinals()]
    const least = [...scores].sort((a, b) => b - a)[99] as number
    expect(found).toHaveLength(100)
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found.every((ordinal) => (scores[ordinal] as number) >= least)).toBe(true)
  },
)

it('fewer than wanted are all that have a score', () => {
  const best = new BestScores(100)
  scoreDocuments([listOf(5000, 2)], null, best)
  expect([...best.ordinals()]).toEqual([5000, 10_000, 15_000])
  scoreDocuments([], null, best)
  expect([...best.ordinals()]).toEqual([])
})

it.each([3, 4000])(
  'the places of %i chosen documents in a list are found whichever way they are looked for',
  (count) => {
    const { documents, end } = listOf(3, 1)
    const chosen = Uint32Array.from({ length: count }, (_, at) => at * 5 + 1)
    const slots = new Int16Array(DOCUMENTS + 1)
    for (const [slot, document] of chosen.entries()) slots[document] = slot + 1
    const places = new Int32Array(count)
    findPlaces(documents, 0, end, chosen, slots, places)
    expect([...places]).toEqual([...chosen].map((document) => documents.indexOf(document)))
  },
)
