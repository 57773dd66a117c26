import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { eraseKey } from '../sql/keys'
import { keyOf } from './show-key'

async function revokeKey(_input: InputOf<'revokeKey'>, context: Context): Promise<OutputOf<'revokeKey'>> {
  const { keyId } = keyOf(context)
  await eraseKey(context.db, keyId)
  context.gate.forgetKey(keyId)
  return null
}

export const revokeKeyEndpoint = defineEndpoint('revokeKey', revokeKey)
