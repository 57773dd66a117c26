import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import { defineEndpoint } from '../../http/operation'
import { Prepared } from '../../http/prepared'
import { servedBundle } from '../served-bundle'

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The bytes of a tile. */
export const bundleTileEndpoint = defineEndpoint('bundleTile', async ({ digest }, context: Context) => {
  const bytes = await (await servedBundle(context)).tile(digest, context.db)
  if (bytes === undefined)
    throw new ApiError('unknown_tile', 'No manifest of the last hour names this tile. Read the newest manifest again.')
  return new Prepared(`"${digest}"`, { identity: bytes }, IMMUTABLE)
})
