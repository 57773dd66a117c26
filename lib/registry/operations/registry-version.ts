import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { getVersion } from '../named-entries'
import { askedPolicy } from '../policies'

function registryVersion(
  input: InputOf<'registryVersion'>,
  context: RegistryContext,
): Promise<OutputOf<'registryVersion'>> {
  return getVersion(input, askedPolicy(input), context)
}

export const registryVersionEndpoint = defineEndpoint('registryVersion', registryVersion)
