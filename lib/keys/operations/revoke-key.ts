import type { Context } from '../../api/context'
import { defineEndpoint } from '../../http/operation'
import { eraseKey } from '../sql/keys'
import { keyOf } from './show-key'

export const revokeKeyEndpoint = defineEndpoint('revokeKey', async (_input, context: Context) => {
  const { keyId } = keyOf(context)
  await eraseKey(context.db, keyId)
  context.gate.forgetKey(keyId)
  return null
})
