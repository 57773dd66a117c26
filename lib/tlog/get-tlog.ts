import { ApiError } from '../contract/errors'
import type { TlogContext } from './context'
import type { PublishedTree, ServedTlog } from './served-tlog'

/** The log that this process serves. Throws `no_log`. */
export function getTlog({ tlog }: Pick<TlogContext, 'tlog'>): ServedTlog {
  if (tlog === null) throw new ApiError('no_log', 'This process serves no log: LOG_STORE is off, or it has no disk.')
  return tlog
}

/** The published tree. Throws `no_log`, and `unknown_leaf` until something is published. */
export async function getPublished(context: Pick<TlogContext, 'tlog' | 'now'>): Promise<PublishedTree> {
  const tree = await getTlog(context).published(context.now)
  if (tree === undefined) throw new ApiError('unknown_leaf', 'Nothing is published in the log yet; it takes a minute.')
  return tree
}
