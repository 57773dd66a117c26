import { hash } from 'node:crypto'
import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import { defineEndpoint } from '../../http/operation'
import { Prepared } from '../../http/prepared'
import { servedBundle } from '../served-bundle'

/** The newest manifest. Its ETag changes with every manifest. */
export const bundleManifestEndpoint = defineEndpoint('bundleManifest', async (_input, context: Context) => {
  const manifest = await (await servedBundle(context)).manifest(context)
  if (manifest === undefined) throw new ApiError('not_ready', 'The first decision bundle is being built.')
  const bytes = Buffer.from(manifest.jws)
  return new Prepared(`"${hash('sha1', bytes, 'base64url')}"`, { identity: bytes })
})
