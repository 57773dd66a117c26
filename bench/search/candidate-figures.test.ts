import { expect, it } from 'vitest'
import { candidateFigures, type OfferedResults } from './candidate-figures'

const answer = (
  pool: number[],
  grades: (number | null)[],
  chosen: number | null = null,
  tokens = 0,
): OfferedResults => ({
  id: 'x',
  form: 'question',
  pool,
  ranked: [],
  chosen: chosen === null ? null : { id: 's/chosen', grade: chosen },
  candidates: grades.map((grade, at) => ({ id: `s/${at}`, grade, relevance: 0.4 })),
  candidateTokens: tokens,
  confidence: 0.4,
})

it('a hit has a candidate that fits; what nobody graded is left out and counted', () => {
  const answers = [answer([3], [0, 2]), answer([3], [1, null]), answer([3], [null]), answer([3], []), answer([2], [0])]
  expect(candidateFigures(answers)).toMatchObject({
    candidatesHit: 1 / 4,
    candidatesHitAtMost: 3 / 5,
    candidatesUngraded: 2 / 6,
  })
})

it('requests with a choice count for what is offered alone', () => {
  const answers = [answer([3], [], 3), answer([3], [], 0), answer([3], [3]), answer([3], [1]), answer([0], [1])]
  expect(candidateFigures(answers)).toMatchObject({ candidatesHit: 1 / 2, fitOffered: 1 / 2 })
})

it('lists where nothing fits, and the longest list', () => {
  const answers = [answer([1], [1], null, 90), answer([], [], null, 2), answer([1], [1], 1, 900)]
  expect(candidateFigures(answers)).toMatchObject({ candidatesWhereNothingFits: 1 / 2, candidatesTokensMost: 90 })
  expect(candidateFigures([])).toEqual({
    candidatesHit: 0,
    candidatesHitAtMost: 0,
    candidatesUngraded: 0,
    candidatesWhereNothingFits: 0,
    candidatesTokensMost: 0,
    fitOffered: 0,
  })
})
