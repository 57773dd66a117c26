import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { getVersion } from '../named-entries'
import { askedPolicy } from '../policies'

export const registryVersionEndpoint = defineEndpoint('registryVersion', (input, context: RegistryContext) =>
  getVersion(input, askedPolicy(input), context),
)
