import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { getVersion } from '../named-entries'
import { askedPolicy } from '../policies'

function registryVersion(input: InputOf<'registryVersion'>, context: Context): Promise<OutputOf<'registryVersion'>> {
  return getVersion(input, askedPolicy(input), context)
}

export const registryVersionEndpoint = defineEndpoint('registryVersion', registryVersion)
