import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listRegistryEntries } from '../list-entries'
import { getNamedPolicy } from '../policies'

export const policyServersEndpoint = defineEndpoint('policyServers', (input, context: RegistryContext) =>
  listRegistryEntries(input, getNamedPolicy(input.policy, input, context), context),
)
