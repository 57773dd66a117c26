import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { getVersion } from '../../registry/named-entries'
import { askedPolicy } from '../../registry/policies'

function registryVersion(input: InputOf<'registryVersion'>, context: Context): Promise<OutputOf<'registryVersion'>> {
  return getVersion(input, askedPolicy(input), context)
}

export const registryVersionEndpoint = defineEndpoint('registryVersion', registryVersion)
