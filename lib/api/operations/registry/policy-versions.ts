import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { listVersions } from '../../registry/named-entries'
import { getNamedPolicy } from '../../registry/policies'

async function policyVersions(input: InputOf<'policyVersions'>, context: Context): Promise<OutputOf<'policyVersions'>> {
  return listVersions(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionsEndpoint = defineEndpoint('policyVersions', policyVersions)
