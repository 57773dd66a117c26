import { GRADES } from 'assay-verify/score/grade'
import { ACCESS_KINDS, RECOMMENDATIONS, VERDICTS } from 'assay-verify/verdict'
import { z } from 'zod'
import { DRIFT_LEVELS, type RegistryPolicy } from '../registry/rules/policy'
import { whole } from '../setting-types'

function setOf<const Kind extends string>(kinds: readonly Kind[]) {
  return z
    .array(z.enum(kinds))
    .min(1)
    .transform((named): ReadonlySet<Kind> => new Set(named))
}

const Policy = z
  .strictObject({
    minGrade: z.enum(GRADES).optional(),
    maxDrift: z.enum(DRIFT_LEVELS).optional(),
    access: setOf(ACCESS_KINDS).optional(),
    verdict: setOf(VERDICTS).optional(),
    recommendation: setOf(RECOMMENDATIONS).optional(),
    maxAgeDays: z.number().positive().max(3650).optional(),
  })
  .refine((policy) => Object.values(policy).some((part) => part !== undefined), 'a policy asks something')

/** As it stands in the path of a registry. */
const PolicyName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
const FORM =
  'a JSON object of policies by name (small letters, digits, hyphens), each with one or more of minGrade, maxDrift, access, verdict, recommendation (lists) and maxAgeDays'

/** Settings of the registry. */
export const REGISTRY = {
  REGISTRY_POLICIES: z
    .string()
    .default('{}')
    .transform((text, context): ReadonlyMap<string, RegistryPolicy> => {
      const read = z.record(PolicyName, Policy).safeParse(jsonOf(text))
      if (read.success) return new Map(Object.entries(read.data))
      const [first] = read.error.issues
      context.addIssue({ code: 'custom', message: `${FORM}; at ${first?.path.join('.') || 'its beginning'} it is not` })
      return z.NEVER
    })
    .describe(
      'Policies of the registry by name, as JSON: `{"strict": {"minGrade": "B", "maxDrift": "wording", "verdict": ["healthy"], "access": ["open"], "maxAgeDays": 2}}` serves /registries/strict/v0.1/servers with the servers that meet it (docs/registry.md).',
    ),
  REGISTRY_DRIFT_DAYS: whole(1, 730)
    .default(30)
    .describe('Days for which a change of what a server declares counts as its drift in the registry.'),
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Whatever is no JSON is no object of policies either.
    return undefined
  }
}
