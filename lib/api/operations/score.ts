import type { InputOf, OutputOf } from '../../contract/operations'
import { GRADE_THRESHOLDS } from '../../core/score/grade'
import { EMPTY_SCORE_FACTS, FORMULA, FORMULA_TABLE, scoreFrom } from '../../core/score/score'
import { scoreInputsOf } from '../../core/score/score-inputs'
import { toolFactsOf } from '../../core/score/tool-facts'
import { assess } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { JsonText, joinObjects } from '../../http/prepared'
import { findRatingBasis, type Rating } from '../../store/ratings/ratings'
import type { Context } from '../context'
import { getRating, unknownTool } from '../get-rating'
import { keepByServer } from '../kept/kept-by-server'
import type { RatedFacts } from '../signing/attester'

export async function score(input: InputOf<'score'>, context: Context): Promise<OutputOf<'score'>> {
  const { toolId, explain } = input
  return explain ? explained(toolId, context) : signed(toolId, await getRating(toolId, context), context)
}

/** The same as JSON: what the tools of a server have in common is written once for all of them. */
async function scoreText(input: InputOf<'score'>, context: Context): Promise<JsonText | OutputOf<'score'>> {
  if (input.explain) return explained(input.toolId, context)
  const { attester, now } = context
  const rating = await getRating(input.toolId, context)
  const write = () => {
    const { facts, advice } = assessed(rating, now)
    return { facts, text: JSON.stringify(advice) }
  }
  const { facts, text } = writtenOnce(rating, now, write)
  const leading = { toolId: input.toolId, ...ratedFacts(rating, facts) }
  const attestation = await attester.attest(input.toolId, leading, now)
  return new JsonText(joinObjects(joinObjects(JSON.stringify(leading), text), JSON.stringify({ attestation })))
}

const writtenOnce = keepByServer<{ facts: AssessedFacts; text: string }>()

type Rated = Pick<Rating, 'kind' | 'removedAt' | 'facts' | 'declaredAccess' | 'serverState' | 'score' | 'grade'>
type AssessedFacts = Pick<RatedFacts, 'verdict' | 'asOf'>

function assessed(rating: Rated, now: Date) {
  const assessment = assess(rating.serverState, rating.declaredAccess, toolFactsOf(rating), now)
  const { verdict, asOf, recommendation, reasons } = assessment
  return { facts: { verdict, asOf: asOf?.toISOString() ?? null }, advice: { recommendation, reasons } }
}

function ratedFacts({ score: points, grade }: Pick<Rated, 'score' | 'grade'>, { verdict, asOf }: AssessedFacts) {
  return { verdict, score: points, grade, formula: FORMULA, asOf }
}

async function signed(toolId: string, rating: Rated, { attester, now }: Context) {
  const { facts, advice } = assessed(rating, now)
  const rated = ratedFacts(rating, facts)
  return { toolId, ...rated, ...advice, attestation: await attester.attest(toolId, rated, now) }
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

export const scoreEndpoint = defineEndpoint('score', scoreText)
