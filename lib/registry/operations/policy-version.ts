import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { getVersion } from '../named-entries'
import { getNamedPolicy } from '../policies'

export const policyVersionEndpoint = defineEndpoint('policyVersion', (input, context: RegistryContext) =>
  getVersion(input, getNamedPolicy(input.policy, input, context), context),
)
