import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listEntries } from '../list-entries'
import { askedPolicy } from '../policies'

export const registryServersEndpoint = defineEndpoint('registryServers', (input, context: RegistryContext) =>
  listEntries(input, askedPolicy(input), context),
)
