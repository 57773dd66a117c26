import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listVersions } from '../named-entries'
import { getNamedPolicy } from '../policies'

async function policyVersions(
  input: InputOf<'policyVersions'>,
  context: RegistryContext,
): Promise<OutputOf<'policyVersions'>> {
  return listVersions(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionsEndpoint = defineEndpoint('policyVersions', policyVersions)
