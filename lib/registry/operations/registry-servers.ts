import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { listEntries } from '../list-entries'
import { askedPolicy } from '../policies'

function registryServers(input: InputOf<'registryServers'>, context: Context): Promise<OutputOf<'registryServers'>> {
  return listEntries(input, askedPolicy(input), context)
}

export const registryServersEndpoint = defineEndpoint('registryServers', registryServers)
