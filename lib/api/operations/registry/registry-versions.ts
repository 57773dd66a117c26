import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { listVersions } from '../../registry/named-entries'
import { askedPolicy } from '../../registry/policies'

function registryVersions(input: InputOf<'registryVersions'>, context: Context): Promise<OutputOf<'registryVersions'>> {
  return listVersions(input, askedPolicy(input), context)
}

export const registryVersionsEndpoint = defineEndpoint('registryVersions', registryVersions)
