import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listEntries } from '../list-entries'
import { getNamedPolicy } from '../policies'

export const policyServersEndpoint = defineEndpoint('policyServers', (input, context: RegistryContext) =>
  listEntries(input, getNamedPolicy(input.policy, input, context), context),
)
