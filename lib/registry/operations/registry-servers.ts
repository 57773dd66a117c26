import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import { listEntries } from '../list-entries'
import { askedPolicy } from '../policies'

function registryServers(
  input: InputOf<'registryServers'>,
  context: RegistryContext,
): Promise<OutputOf<'registryServers'>> {
  return listEntries(input, askedPolicy(input), context)
}

export const registryServersEndpoint = defineEndpoint('registryServers', registryServers)
