import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { listVersions } from '../named-entries'
import { getNamedPolicy } from '../policies'

async function policyVersions(input: InputOf<'policyVersions'>, context: Context): Promise<OutputOf<'policyVersions'>> {
  return listVersions(input, getNamedPolicy(input.policy, input, context), context)
}

export const policyVersionsEndpoint = defineEndpoint('policyVersions', policyVersions)
