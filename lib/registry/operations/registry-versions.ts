import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { listVersions } from '../named-entries'
import { askedPolicy } from '../policies'

function registryVersions(input: InputOf<'registryVersions'>, context: Context): Promise<OutputOf<'registryVersions'>> {
  return listVersions(input, askedPolicy(input), context)
}

export const registryVersionsEndpoint = defineEndpoint('registryVersions', registryVersions)
