import { hash } from 'node:crypto'
import { leavesText } from 'assay-tlog/leaves-text'
import { parseTilePath } from 'assay-tlog/tile'
import { plural } from 'assay-verify/text/plural'
import { ApiError } from '../../contract/errors'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { Prepared } from '../../http/prepared'
import type { TlogContext } from '../context'
import { getTlog } from '../get-tlog'

/** Of files that never change, in the words of the specification. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The bytes of a tile or bundle, whole or not at all. */
export async function logTile({ tile: given }: InputOf<'logTile'>, context: TlogContext): Promise<Prepared> {
  const served = getTlog(context)
  const tile = parseTilePath(`tile/${given}`)
  const bytes = tile === undefined ? undefined : await served.tile(tile, context.now)
  if (bytes === undefined) {
    const size = (await served.published(context.now))?.size ?? 0
    throw new ApiError(
      'unknown_leaf',
      `The log has ${leavesText(size)}; ${plural(size, 'it needs', 'they need')} no such file.`,
    )
  }
  return new Prepared(`"${hash('sha1', bytes, 'base64url')}"`, { identity: bytes }, IMMUTABLE)
}

export const logTileEndpoint = defineEndpoint('logTile', logTile)
