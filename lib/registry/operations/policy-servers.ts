import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { listEntries } from '../list-entries'
import { getNamedPolicy } from '../policies'

async function policyServers(input: InputOf<'policyServers'>, context: Context): Promise<OutputOf<'policyServers'>> {
  return listEntries(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyServersEndpoint = defineEndpoint('policyServers', policyServers)
