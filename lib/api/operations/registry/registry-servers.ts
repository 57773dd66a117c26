import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { listEntries } from '../../registry/list-entries'
import { askedPolicy } from '../../registry/policies'

function registryServers(input: InputOf<'registryServers'>, context: Context): Promise<OutputOf<'registryServers'>> {
  return listEntries(input, askedPolicy(input), context)
}

export const registryServersEndpoint = defineEndpoint('registryServers', registryServers)
