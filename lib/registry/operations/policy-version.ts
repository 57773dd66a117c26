import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { getVersion } from '../named-entries'
import { getNamedPolicy } from '../policies'

async function policyVersion(
  input: InputOf<'policyVersion'>,
  context: RegistryContext,
): Promise<OutputOf<'policyVersion'>> {
  return getVersion(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionEndpoint = defineEndpoint('policyVersion', policyVersion)
