import { GRADES } from 'assay-verify/score/grade'
import { ACCESS_KINDS, RECOMMENDATIONS, VERDICTS } from 'assay-verify/verdict'
import { z } from 'zod'
import { decimalNumber, Flag, Limit, oneOrMoreOf } from '../../contract/inputs'
import { DRIFT_LEVELS } from '../rules/policy'

// Parameters of the registry. Those of the official API have its names.

/** What servers must be; a parameter that is left out asks nothing. */
export const POLICY_PARAMETERS = {
  minGrade: z.enum(GRADES).optional().meta({
    example: 'B',
    description: 'Only servers of this grade or a better one. unrated: also those without one.',
  }),
  maxDrift: z.enum(DRIFT_LEVELS).optional().meta({
    example: 'additive',
    description:
      'Only servers whose worst change within the window is not worse: none, wording, additive, breaking, safety; unknown: also those that never listed their tools themselves.',
  }),
  access: oneOrMoreOf(ACCESS_KINDS).optional().meta({
    example: 'open,auth',
    description: 'Only servers with one of these as `access`; with commas between. unknown only where it is named.',
  }),
  verdict: oneOrMoreOf(VERDICTS).optional().meta({
    example: 'healthy,degraded',
    description: 'Only servers with one of these verdicts now; with commas between. A grade is that of 30 days.',
  }),
  recommendation: oneOrMoreOf(RECOMMENDATIONS).optional().meta({
    example: 'proceed,proceed_with_caution',
    description: 'Only servers whose callers are advised one of these now; with commas between.',
  }),
  maxAgeDays: decimalNumber(0.001, 3650).optional().meta({
    example: 2,
    description: 'Only servers whose newest evidence is at most so many days old; one without evidence never is.',
  }),
} as const

export const IncludeDeleted = Flag.meta({
  example: 'false',
  description: '1 or true: with what is deleted. A list of changes always has it.',
})

/** What narrows a list, and where it goes on. */
export const LIST_PARAMETERS = {
  limit: Limit.default(30).meta({ example: 30, description: 'Entries of a page at most, 1-100.' }),
  cursor: z.string().max(200).optional().meta({
    example: 'Yk3pX0mB5tYd1ekx0f3qMTAw',
    description: '`nextCursor` of the page before, exactly as it was.',
  }),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u, 'a text without control characters')
    .optional()
    .meta({
      example: 'weather',
      description: 'Only servers with this text in name, title or description, in any case.',
    }),
  updated_since: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional()
    .meta({
      example: '2026-11-20T12:00:00Z',
      description: 'Only what changed after this moment (RFC 3339), with what was deleted.',
    }),
  version: z.string().min(1).max(255).optional().meta({
    example: 'latest',
    description: 'latest, or an exact version. A list has only the latest of each server.',
  }),
  include_deleted: IncludeDeleted,
} as const

/** The name of a policy in a path. */
export const PolicyName = z
  .string()
  .min(1)
  .max(40)
  .meta({ example: 'strict', description: 'The name of a policy that this service is configured with.' })
