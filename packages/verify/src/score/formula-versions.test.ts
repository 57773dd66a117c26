import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRated } from '../audit/check-inputs.ts'
import { TlogFacts } from '../audit/tlog-facts.ts'
import { checkScoreAnswer } from './check-score-answer.ts'
import { FORMULAS, formulaNamed } from './formula-versions.ts'
import { scoreFrom } from './score.ts'
import { factsFromInputs } from './score-inputs.ts'

/** Recorded while `assay-3` was the formula: an answer with explain=1 and its key set, and scores with their inputs. */
interface Recorded {
  at: string
  jwks: object
  answer: Record<string, unknown>
  scores: { inputs: object; score: number; grade: string; points: number[] }[]
}
const recorded: Recorded = JSON.parse(readFileSync(new URL('formula-versions.cases.json', import.meta.url), 'utf8'))

test('an answer of an earlier formula verifies, with its table, its words and its attestation', () => {
  const report = checkScoreAnswer(recorded.answer, recorded.jwks, null, new Date(recorded.at))
  if (report.unreadable !== null) throw new Error(report.unreadable)
  expect(report.checks.filter(({ agrees }) => !agrees)).toEqual([])
  expect(report.checks.length).toBeGreaterThan(40)
  expect(report.recomputed?.formula).toBe('assay-3')
})

test('scores of an earlier formula are recomputed to the last digit, and not with the inputs of another', () => {
  const assay3 = formulaNamed('assay-3')
  for (const { inputs, score, grade, points } of recorded.scores) {
    const read = factsFromInputs(
      inputs,
      FORMULAS.filter((formula) => formula === assay3),
    )
    if (read === undefined) throw new Error('the inputs are whole')
    const found = scoreFrom(read.facts, read.tool, assay3)
    expect({ ...found, points: found.components.map((row) => row.points) }).toMatchObject({ score, grade, points })
    expect(factsFromInputs(inputs, FORMULAS.slice(-1))).toBeUndefined()
  }
})

test('the audit recomputes leaves of an earlier formula', () => {
  const textsOf = (changed: object) => {
    const [{ inputs, score, grade } = { inputs: {}, score: 0, grade: 'F' }] = recorded.scores.slice(2)
    const rated = { leaf: 1, id: 'a/b', score, grade, formula: 'assay-3', inputs, at: Date.parse(recorded.at) }
    const { findings, compared } = checkRated({ ...rated, sureBefore: 0, unknownFrom: 1, ...changed }, new TlogFacts())
    return { compared, texts: findings.filter(({ code }) => code === 'score').map(({ text }) => text) }
  }
  expect(textsOf({})).toEqual({ compared: true, texts: [] })
  expect(textsOf({ score: 99 }).texts).toEqual([expect.stringMatching(/^Its inputs give .* not 99/)])
  expect(textsOf({ formula: 'assay-1' })).toEqual({ compared: false, texts: [] })
})
