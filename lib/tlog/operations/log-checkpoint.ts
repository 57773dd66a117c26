import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { getPublished } from '../get-tlog'

export const logCheckpointEndpoint = defineEndpoint(
  'logCheckpoint',
  async (_input, context: TlogContext) => (await getPublished(context)).note,
)
