import { openApiDocument } from '../../contract/openapi'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'

/** Built once: it does not change while a process runs. */
async function openapi(_input: InputOf<'openapi'>, context: Context): Promise<OutputOf<'openapi'>> {
  const { memo, now, baseUrl } = context
  return memo.recent('openapi', Number.POSITIVE_INFINITY, now, async () => openApiDocument(baseUrl))
}

export const openapiEndpoint = defineEndpoint('openapi', openapi)
