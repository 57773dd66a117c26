import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { listEntries } from '../../registry/list-entries'
import { getNamedPolicy } from '../../registry/policies'

async function policyServers(input: InputOf<'policyServers'>, context: Context): Promise<OutputOf<'policyServers'>> {
  return listEntries(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyServersEndpoint = defineEndpoint('policyServers', policyServers)
