import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'

async function ping(
  _input: InputOf<'ping'>,
  { demonstration }: Pick<Context, 'demonstration'>,
): Promise<OutputOf<'ping'>> {
  return demonstration ? { ok: true, demonstration } : { ok: true }
}

export const pingEndpoint = defineEndpoint<'ping', Context>('ping', ping)
