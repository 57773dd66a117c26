import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { getPublished } from '../get-log'

async function logCheckpoint(_input: InputOf<'logCheckpoint'>, context: TlogContext): Promise<string> {
  return (await getPublished(context)).note
}

export const logCheckpointEndpoint = defineEndpoint('logCheckpoint', logCheckpoint)
