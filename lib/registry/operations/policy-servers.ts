import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listEntries } from '../list-entries'
import { getNamedPolicy } from '../policies'

async function policyServers(
  input: InputOf<'policyServers'>,
  context: RegistryContext,
): Promise<OutputOf<'policyServers'>> {
  return listEntries(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyServersEndpoint = defineEndpoint('policyServers', policyServers)
