import { describe, expect, it } from 'vitest'
import { type JudgedResults, judgedFigures } from './judged-figures'
import cases from './judged-figures.cases.json' with { type: 'json' }

type Result = [grade: number | null, relevance?: number]

const answer = (
  pool: number[],
  ranked: Result[],
  chosen: number | null | 'none' = 'none',
  form = 'question',
): JudgedResults => ({
  id: 'x',
  form,
  pool,
  ranked: ranked.map(([grade, relevance = 0.5], at) => ({ id: `s/${at}`, grade, relevance })),
  chosen: chosen === 'none' ? null : { id: 's/chosen', grade: chosen },
  confidence: 0.5,
})

describe('ndcg10', () => {
  const third = 1 / Math.log2(3)
  it.each<[string, number[], Result[], number]>([
    ['the best order', [3, 1, 0], [[3], [1], [0]], 1],
    ['the best one second', [3, 0], [[0], [3]], third],
    [
      'gains of 7, 3 and 1 against the best order',
      [1, 2, 3],
      [[1], [2], [3]],
      (1 + 3 * third + 7 / 2) / (7 + 3 * third + 1 / 2),
    ],
    ['an ungraded result takes no place', [3, 0], [[null], [3]], 1],
    ['no graded result', [3], [[null]], 0],
    ['no result', [3], [], 0],
    ['nothing beyond ten', [3], [...Array.from({ length: 10 }, (): Result => [0]), [3]], 0],
    [
      'ungraded ones are left out before the cut',
      [3],
      [[null], ...Array.from({ length: 9 }, (): Result => [0]), [3]],
      1 / Math.log2(11),
    ],
    [
      'the ideal is cut at ten as well',
      Array.from({ length: 12 }, () => 3),
      Array.from({ length: 10 }, (): Result => [3]),
      1,
    ],
    ['twins of the pool gain no more than everything', [3], [[3], [3]], 1],
  ])('%s', (_, pool, ranked, expected) => {
    expect(judgedFigures([answer(pool, ranked)]).ndcg10).toBeCloseTo(expected, 10)
  })

  it('is the mean over the requests that something fits', () => {
    const answers = [answer([3], [[3]]), answer([2], [[0]]), answer([1, 0], [[1]]), answer([], [[1]])]
    expect(judgedFigures(answers)).toMatchObject({ n: 4, ndcg10: 0.5 })
  })
})

describe('the first five', () => {
  it.each<[string, Result[], number]>([
    ['one that fits, fifth', [[0], [1], [0], [1], [2]], 1],
    ['one that fits, sixth', [[0], [1], [0], [1], [0], [3]], 0],
    ['ungraded ones take no place', [[null], [0], [1], [0], [1], [2]], 1],
    ['no result', [], 0],
  ])('%s', (_, ranked, expected) => {
    expect(judgedFigures([answer([3], ranked)]).top5).toBe(expected)
  })
})

describe('auc', () => {
  it.each<[string, Result[], number]>([
    [
      'fits have more relevance',
      [
        [3, 0.9],
        [0, 0.2],
      ],
      1,
    ],
    [
      'fits have less',
      [
        [2, 0.1],
        [1, 0.2],
      ],
      0,
    ],
    [
      'ties count half',
      [
        [2, 0.5],
        [1, 0.5],
      ],
      0.5,
    ],
    [
      'one of two pairs',
      [
        [2, 0.5],
        [1, 0.4],
        [0, 0.6],
      ],
      0.5,
    ],
    [
      'without a grade none',
      [
        [2, 0.5],
        [null, 0.9],
      ],
      0.5,
    ],
  ])('%s', (_, firsts, expected) => {
    expect(judgedFigures(firsts.map((first) => answer([3], [first]))).auc).toBe(expected)
  })

  it('requests without results do not count', () => {
    expect(judgedFigures([answer([3], []), answer([3], [[3, 0.5]]), answer([3], [[1, 0.4]])]).auc).toBe(1)
  })
})

describe('p1', () => {
  it.each<[string, number[], Result[], number]>([
    ['a grade of 2 fits', [2], [[2]], 1],
    ['a grade of 1 does not', [2, 1], [[1], [2]], 0],
    ['the first graded result counts', [3], [[null], [3], [0]], 1],
    ['nothing graded', [3], [[null]], 0],
  ])('%s', (_, pool, ranked, expected) => {
    expect(judgedFigures([answer(pool, ranked)]).p1).toBe(expected)
  })

  it('by form, without requests that nothing fits', () => {
    const answers = [
      answer([3], [[3]], 'none', 'b'),
      answer([3], [[0]], 'none', 'b'),
      answer([3], [[2]], 'none', 'a'),
      answer([1], [[1]], 'none', 'c'),
    ]
    const { p1, p1ByForm } = judgedFigures(answers)
    expect(Object.entries(p1ByForm)).toEqual([
      ['a', 1],
      ['b', 0.5],
    ])
    expect(p1).toBeCloseTo(2 / 3, 10)
  })
})

describe('choices', () => {
  it.each(cases.choices as [string, number[], number | null | 'none', object][])('%s', (_, pool, chosen, expected) => {
    expect(judgedFigures([answer(pool, [], chosen)])).toMatchObject(expected)
  })

  it('are shares of the requests whose choice is graded or none', () => {
    const answers = [answer([3], [], 3), answer([3], [], 0), answer([3], []), answer([0], []), answer([3], [], null)]
    expect(judgedFigures(answers)).toMatchObject({
      rightAnswers: 0.5,
      confidentlyWrong: 0.25,
      falseRefusals: 0.25,
      unknownChoices: 0.2,
    })
  })
})

describe('ece', () => {
  it.each<[string, JudgedResults[], number]>([
    ['certain and right', [answer([3], [[3, 1]])], 0],
    ['certain and wrong', [answer([3], [[0, 1]])], 1],
    ['half of those said to fit by half', [answer([3], [[3, 0.55]]), answer([3], [[0, 0.55]])], 0.05],
    ['no result is no fit at 0', [answer([3], []), answer([3], [[0, 1]])], 0.5],
    [
      'only the first result, and only where it is graded',
      [
        answer(
          [3],
          [
            [null, 1],
            [0, 1],
          ],
        ),
        answer(
          [3],
          [
            [3, 0.8],
            [0, 1],
          ],
        ),
      ],
      0.2,
    ],
    ['bins are weighted by count', [answer([3], [[0, 0.2]]), answer([3], [[0, 0.2]]), answer([3], [[3, 0.95]])], 0.15],
    ['errors in different bins do not cancel', [answer([3], [[0, 0.2]]), answer([3], [[3, 0.8]])], 0.2],
    ['errors in one bin do', [answer([3], [[0, 0.41]]), answer([3], [[3, 0.49]])], 0.05],
  ])('%s', (_, answers, expected) => {
    expect(judgedFigures(answers).ece).toBeCloseTo(expected, 10)
  })
})

it('ungraded is the share of all first ten results without a grade', () => {
  const eleven = Array.from({ length: 11 }, (_, at): Result => [at === 10 ? null : 1])
  expect(judgedFigures([answer([3], [[null], [3], [0]]), answer([], [])]).ungraded).toBeCloseTo(1 / 3, 10)
  expect(judgedFigures([answer([3], eleven)]).ungraded).toBe(0)
})
