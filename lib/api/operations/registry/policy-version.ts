import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { getVersion } from '../../registry/named-entries'
import { getNamedPolicy } from '../../registry/policies'

async function policyVersion(input: InputOf<'policyVersion'>, context: Context): Promise<OutputOf<'policyVersion'>> {
  return getVersion(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionEndpoint = defineEndpoint('policyVersion', policyVersion)
