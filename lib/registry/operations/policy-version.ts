import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { getVersion } from '../named-entries'
import { getNamedPolicy } from '../policies'

async function policyVersion(input: InputOf<'policyVersion'>, context: Context): Promise<OutputOf<'policyVersion'>> {
  return getVersion(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionEndpoint = defineEndpoint('policyVersion', policyVersion)
