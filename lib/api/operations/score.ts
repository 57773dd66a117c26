import { GRADE_THRESHOLDS } from 'assay-verify/score/grade'
import { EMPTY_SCORE_FACTS, FORMULA, FORMULA_TABLE, scoreFrom } from 'assay-verify/score/score'
import { scoreInputsOf } from 'assay-verify/score/score-inputs'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { CompactScore, ScoreAnswer } from '../../contract/shapes/score'
import { assess } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { JsonText, joinObjects } from '../../http/prepared'
import { findRatingBasis, type Rating } from '../../store/ratings/ratings'
import { openServerCache } from '../cache/server-cache'
import { reasonCodes, withoutNulls } from '../compact-answers'
import type { Context } from '../context'
import { getRating, unknownTool } from '../get-rating'
import type { Attestation, RatedFacts } from '../signing/attester'

export async function score(input: Omit<InputOf<'score'>, 'compact'>, context: Context): Promise<ScoreAnswer> {
  const { toolId, explain } = input
  return explain ? explained(toolId, context) : signed(toolId, await getRating(toolId, context), context)
}

/** The same as JSON: what the tools of a server have in common is written once for all of them. */
async function scoreText(input: InputOf<'score'>, context: Context): Promise<JsonText | OutputOf<'score'>> {
  if (input.compact) return compactScore(await score(input, context))
  if (input.explain) return explained(input.toolId, context)
  const { attester, now } = context
  const rating = await getRating(input.toolId, context)
  const write = () => {
    const { facts, advice } = assessed(rating, now)
    return { facts, text: JSON.stringify(advice) }
  }
  const { facts, text } = writtenOnce(rating, now, write)
  const leading = { toolId: input.toolId, ...ratedFacts(rating, facts) }
  const signed = signedMembers(await attester.attest(input.toolId, leading, now, inputsOf(rating)))
  return new JsonText(joinObjects(joinObjects(JSON.stringify(leading), text), JSON.stringify(signed)))
}

function compactScore({ attestation: _attestation, log: _log, reasons, asOf, ...rest }: ScoreAnswer): CompactScore {
  return { ...rest, reasons: reasonCodes(reasons), ...withoutNulls({ asOf }) }
}

const writtenOnce = openServerCache<{ facts: AssessedFacts; text: string }>()

type Rated = Pick<
  Rating,
  'kind' | 'removedAt' | 'facts' | 'declaredAccess' | 'serverState' | 'score' | 'grade' | 'scoreFacts'
>
type AssessedFacts = Pick<RatedFacts, 'verdict' | 'asOf'>

function assessed(rating: Rated, now: Date) {
  const assessment = assess(rating.serverState, rating.declaredAccess, toolFactsOf(rating), now)
  const { verdict, asOf, recommendation, reasons } = assessment
  return { facts: { verdict, asOf: asOf?.toISOString() ?? null }, advice: { recommendation, reasons } }
}

function ratedFacts(rated: Rated, { verdict, asOf }: AssessedFacts) {
  const { score: points, grade } = scoreOf(rated)
  return { verdict, score: points, grade, formula: FORMULA, asOf }
}

const computedScores = new WeakMap<Rated, Pick<Rated, 'score' | 'grade'>>()

/**
 * Computed from the inputs that the log keeps for it: a stored score may still be of another version of the formula.
 */
function scoreOf(rated: Rated): Pick<Rated, 'score' | 'grade'> {
  if (rated.scoreFacts === undefined) return rated
  const known = computedScores.get(rated)
  if (known !== undefined) return known
  const { score: points, grade } = scoreFrom(rated.scoreFacts ?? EMPTY_SCORE_FACTS, toolFactsOf(rated))
  const computed = { score: points, grade }
  computedScores.set(rated, computed)
  return computed
}

async function signed(toolId: string, rating: Rated, { attester, now }: Context) {
  const { facts, advice } = assessed(rating, now)
  const rated = ratedFacts(rating, facts)
  return { toolId, ...rated, ...advice, ...signedMembers(await attester.attest(toolId, rated, now, inputsOf(rating))) }
}

/** The inputs of the score, as `explain=1` publishes them. */
function inputsOf(rated: Rated): () => object {
  return () => scoreInputsOf(rated.scoreFacts ?? EMPTY_SCORE_FACTS, toolFactsOf(rated))
}

/** `log` is left out until the facts are logged. */
function signedMembers({ jws, leaf }: Attestation): Pick<ScoreAnswer, 'attestation' | 'log'> {
  return leaf === null ? { attestation: jws } : { attestation: jws, log: { leaf, proof: `/v1/log/proof?leaf=${leaf}` } }
}

/** Recomputed from one read of the facts, so that the signed score and its explanation always agree. */
async function explained(toolId: string, context: Context): Promise<ScoreAnswer> {
  const basis = await findRatingBasis(context.reads.db, toolId)
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
