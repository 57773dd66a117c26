import type { InputOf, OutputOf } from '../../contract/operations'
import { GRADE_THRESHOLDS } from '../../core/score/grade'
import { EMPTY_SCORE_FACTS, FORMULA, FORMULA_TABLE, scoreFrom } from '../../core/score/score'
import { scoreInputsOf } from '../../core/score/score-inputs'
import { toolFactsOf } from '../../core/score/tool-facts'
import { assess } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { findRatingBasis, type Rating } from '../../store/ratings/ratings'
import type { Context } from '../context'
import { getRating, unknownTool } from '../get-rating'

export async function score({ toolId, explain }: InputOf<'score'>, context: Context): Promise<OutputOf<'score'>> {
  return explain ? explained(toolId, context) : signed(toolId, await getRating(toolId, context), context)
}

type Rated = Pick<Rating, 'kind' | 'removedAt' | 'facts' | 'declaredAccess' | 'serverState' | 'score' | 'grade'>

async function signed(toolId: string, rating: Rated, { attester, now }: Context) {
  const assessment = assess(rating.serverState, rating.declaredAccess, toolFactsOf(rating), now)
  const { verdict, asOf, recommendation, reasons } = assessment
  const { score: points, grade } = rating
  const facts = { verdict, score: points, grade, formula: FORMULA, asOf: asOf?.toISOString() ?? null }
  return { toolId, ...facts, recommendation, reasons, attestation: await attester.attest(toolId, facts, now) }
}

/** Recomputed from one read of the facts, so that the signed score and its explanation always agree. */
async function explained(toolId: string, context: Context): Promise<OutputOf<'score'>> {
  const basis = await findRatingBasis(context.db, toolId)
  if (basis === undefined) throw await unknownTool(toolId, context)
  const tool = toolFactsOf(basis)
  const facts = basis.scoreFacts ?? EMPTY_SCORE_FACTS
  const { score: points, grade, components } = scoreFrom(facts, tool)
  return {
    ...(await signed(toolId, { ...basis, score: points, grade }, context)),
    components,
    inputs: { ...scoreInputsOf(facts, tool) },
    thresholds: GRADE_THRESHOLDS,
    table: FORMULA_TABLE.map((row) => ({ ...row })),
  }
}

export const scoreEndpoint = defineEndpoint('score', score)
