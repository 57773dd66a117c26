import { expect, test } from 'vitest'
import { checkScoreAnswer } from './check-score-answer.ts'
import { EMPTY_SCORE_FACTS, scoreFrom } from './score.ts'
import { scoreInputsOf } from './score-inputs.ts'

const [ENDPOINT_AT, PACKAGE_AT] = ['2026-03-01T12:00:00.000Z', '2026-03-01T06:00:00.000Z']

/** Whether the verifier finds the time of the evidence right; undefined: it does not compare it. */
function agreesOnTime(asOf: string | null, ofAnswer: string | null, code: string): boolean | undefined {
  const facts = { ...EMPTY_SCORE_FACTS, asOf }
  const answer = {
    ...scoreFrom(facts, null),
    asOf: ofAnswer,
    inputs: { ...scoreInputsOf(facts, null) },
    reasons: [{ code, text: '' }],
  }
  const verdict = checkScoreAnswer(answer, { keys: [] }, null, new Date(ENDPOINT_AT))
  if (verdict.unreadable !== null) throw new Error(verdict.unreadable)
  return verdict.checks.find(({ what }) => what === 'inputs: asOf')?.agrees
}

test('the inputs and the answer name the same evidence of an endpoint', () => {
  expect(agreesOnTime(ENDPOINT_AT, ENDPOINT_AT, 'answered')).toBe(true)
  expect(agreesOnTime(ENDPOINT_AT, PACKAGE_AT, 'answered')).toBe(false)
})

test('where a package decides, or nothing is known of an endpoint, the answer names other evidence', () => {
  expect(agreesOnTime(null, PACKAGE_AT, 'published')).toBeUndefined()
  expect(agreesOnTime(ENDPOINT_AT, PACKAGE_AT, 'started')).toBeUndefined()
})
