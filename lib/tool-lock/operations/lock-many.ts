import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { lockServers } from '../lock-servers'

export function lockMany({ body }: InputOf<'lockMany'>, context: Context): Promise<OutputOf<'lockMany'>> {
  return lockServers(body.ids, context)
}

export const lockManyEndpoint = defineEndpoint('lockMany', lockMany)
