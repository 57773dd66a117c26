import type { Context } from '../../api/context'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { getPublished } from '../get-log'

async function logCheckpoint(_input: InputOf<'logCheckpoint'>, context: Context): Promise<string> {
  return (await getPublished(context)).note
}

export const logCheckpointEndpoint = defineEndpoint('logCheckpoint', logCheckpoint)
