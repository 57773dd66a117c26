import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listVersions } from '../named-entries'
import { askedPolicy } from '../policies'

export const registryVersionsEndpoint = defineEndpoint('registryVersions', (input, context: RegistryContext) =>
  listVersions(input, askedPolicy(input), context),
)
