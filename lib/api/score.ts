import type { InputOf, OutputOf } from '../contract/operations'
import { GRADE_THRESHOLDS } from '../core/grade'
import { judge } from '../core/judgement'
import { EMPTY_SCORE_FACTS, FORMULA, scoreFrom } from '../core/score'
import { openDoor } from '../http/operation'
import { findScoreFacts } from '../store/ratings'
import type { Context } from './context'
import { getRating } from './found-rating'

export async function score({ toolId, explain }: InputOf<'score'>, context: Context): Promise<OutputOf<'score'>> {
  const rating = await getRating(toolId, context)
  const tool = rating.kind === 'tool' ? { removedAt: rating.removedAt } : null
  const { verdict, asOf: judgedAsOf } = judge(rating.belief, rating.declaredAccess, tool, context.now)
  const asOf = judgedAsOf?.toISOString() ?? null
  const facts = { verdict, score: rating.score, grade: rating.grade, formula: FORMULA, asOf }
  const answer = { toolId, ...facts, attestation: context.attester.attest(toolId, facts, context.now) }
  if (!explain) return answer
  const inputs = (await findScoreFacts(context.db, toolId)) ?? EMPTY_SCORE_FACTS
  const { components } = scoreFrom(inputs, tool)
  return {
    ...answer,
    components,
    inputs: { ...inputs, removedAt: tool?.removedAt?.toISOString() ?? null },
    thresholds: GRADE_THRESHOLDS,
  }
}

export const scoreDoor = openDoor('score', score)
