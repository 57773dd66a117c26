import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listVersions } from '../named-entries'
import { askedPolicy } from '../policies'

function registryVersions(
  input: InputOf<'registryVersions'>,
  context: RegistryContext,
): Promise<OutputOf<'registryVersions'>> {
  return listVersions(input, askedPolicy(input), context)
}

export const registryVersionsEndpoint = defineEndpoint('registryVersions', registryVersions)
