import { ApiError } from '../contract/errors'
import type { InputOf } from '../contract/operations'
import type { RegistryContext } from './context'
import { bothPolicies, type RegistryPolicy } from './rules/policy'

type Asked = Pick<InputOf<'registryServers'>, keyof RegistryPolicy>

/** The policy of the parameters of a request. */
export function askedPolicy(asked: Asked): RegistryPolicy {
  const { minGrade, maxDrift, access, verdict, recommendation, maxAgeDays } = asked
  return { minGrade, maxDrift, access, verdict, recommendation, maxAgeDays }
}

/** The policy of this name, narrowed by the parameters of the request. Refuses a name that is not configured. */
export function getNamedPolicy(name: string, asked: Asked, { registry }: RegistryContext): RegistryPolicy {
  const named = registry.policies.get(name)
  if (named === undefined) throw new ApiError('unknown_policy', 'This service has no registry policy of this name.')
  return bothPolicies(named, askedPolicy(asked))
}
