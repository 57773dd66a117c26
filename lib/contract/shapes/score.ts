import { SCORE_FACTS_TEXT } from 'assay-verify/score/score-facts'
import { SCORED_USAGE_TEXT } from 'assay-verify/score/usage'
import { z } from 'zod'
import { Instant } from '../instant'
import {
  EitherReasons,
  Grade,
  LEFT_OUT,
  Probability,
  ReasonCodes,
  Reasons,
  Recommendation,
  Score,
  ToolId,
  Verdict,
} from './terms'

const ScoreComponent = z
  .object({
    name: z.string().describe('Name of the row of the formula, as in `table`.'),
    weight: z.number().describe('Its share of the weighted mean, among those that apply; 0 for an adjustment.'),
    value: Probability.nullable().describe('0-1; null where the component does not apply, and is left out.'),
    points: z.number().describe('What it adds to the score, 4 decimals; the score is their sum.'),
    reason: z.string().describe('Why it has this value, in words with the numbers used.'),
  })
  .meta({ id: 'ScoreComponent' })

const FormulaRow = z
  .object({
    name: z.string().describe('Name of the row, as in `components`.'),
    kind: z.enum(['mean', 'adjustment']).describe('A share of the weighted mean, or points that are added to it.'),
    weight: z
      .number()
      .describe('Share of the weighted mean before those that do not apply are left out; 0 for an adjustment.'),
    mostPoints: z.number().nullable().describe('The most an adjustment moves; null for the mean.'),
    description: z.string().describe('How it is computed from the inputs, in words.'),
    constants: z
      .record(z.string(), z.number())
      .describe('Every number that the computation uses besides the inputs, by name.'),
  })
  .meta({ id: 'FormulaRow' })

export const ScoreAnswer = z.object({
  toolId: ToolId,
  score: Score,
  grade: Grade,
  verdict: Verdict,
  recommendation: Recommendation,
  reasons: Reasons,
  attestation: z.string().meta({
    description:
      'Compact JWS (EdDSA, typ tool-reliability+jwt) over iss, sub, iat, exp, verdict, score, grade, formula, asOf and, once logged, leaf. Verify with /.well-known/jwks.json.',
    contentMediaType: 'application/jose',
  }),
  log: z
    .object({
      leaf: z.int().min(0).describe('Number of the leaf with these facts; the claim `leaf` of the attestation.'),
      proof: z.string().describe('Path of the proof that the log has it.'),
    })
    .optional()
    .describe('Where these facts are in the log of this service. Left out: nowhere, or not yet.'),
  formula: z.string().describe('Version of the formula; it changes with anything that moves a score.'),
  asOf: Instant.nullable().describe('Time of the newest evidence the score rests on; null where there is none.'),
  components: z.array(ScoreComponent).optional().describe('With explain=1.'),
  inputs: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      `With explain=1: the facts the components were computed from. ${SCORE_FACTS_TEXT} usage: ${SCORED_USAGE_TEXT}`,
    ),
  thresholds: z.record(z.string(), z.number()).optional().describe('With explain=1: the lowest score of each grade.'),
  table: z.array(FormulaRow).optional().describe('With explain=1: the formula with all its constants.'),
})
export type ScoreAnswer = z.infer<typeof ScoreAnswer>

/** With compact=1: unsigned, and of reasons the codes. */
export const CompactScore = ScoreAnswer.omit({ attestation: true, log: true }).extend({
  reasons: ReasonCodes,
  asOf: ScoreAnswer.shape.asOf.optional(),
})
export type CompactScore = z.infer<typeof CompactScore>

export const EitherScore = ScoreAnswer.partial()
  .extend({ ...CompactScore.shape, reasons: EitherReasons })
  .meta({ id: 'ScoreAnswer', description: LEFT_OUT })
