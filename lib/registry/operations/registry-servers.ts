import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listRegistryEntries } from '../list-entries'
import { askedPolicy } from '../policies'

export const registryServersEndpoint = defineEndpoint('registryServers', (input, context: RegistryContext) =>
  listRegistryEntries(input, askedPolicy(input), context),
)
