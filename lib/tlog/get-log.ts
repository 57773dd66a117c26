import { ApiError } from '../contract/errors'
import type { TlogContext } from './context'
import type { PublishedTree, ServedLog } from './served-log'

/** The log that this process serves. Throws `no_log`. */
export function getLog({ transparencyLog }: Pick<TlogContext, 'transparencyLog'>): ServedLog {
  if (transparencyLog === null)
    throw new ApiError('no_log', 'This process serves no log: LOG_STORE is off, or it has no disk.')
  return transparencyLog
}

/** The published tree. Throws `no_log`, and `unknown_leaf` until something is published. */
export async function getPublished(context: Pick<TlogContext, 'transparencyLog' | 'now'>): Promise<PublishedTree> {
  const tree = await getLog(context).published(context.now)
  if (tree === undefined) throw new ApiError('unknown_leaf', 'Nothing is published in the log yet; it takes a minute.')
  return tree
}
