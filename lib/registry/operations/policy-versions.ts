import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listVersions } from '../named-entries'
import { getNamedPolicy } from '../policies'

export const policyVersionsEndpoint = defineEndpoint('policyVersions', (input, context: RegistryContext) =>
  listVersions(input, getNamedPolicy(input.policy, input, context), context),
)
