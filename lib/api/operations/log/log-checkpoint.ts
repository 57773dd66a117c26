import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { getPublished } from '../../log/get-log'

async function logCheckpoint(_input: InputOf<'logCheckpoint'>, context: Context): Promise<string> {
  return (await getPublished(context)).note
}

export const logCheckpointEndpoint = defineEndpoint('logCheckpoint', logCheckpoint)
