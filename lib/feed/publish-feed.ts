import type { Context } from '../api/context'
import { withLease } from '../jobs/with-lease'
import { findSet } from '../store/files/file-sets'
import type { PublishedFiles } from '../store/files/published-files'
import { feedCache } from './feed-cache'
import { FEED_FILES, feedSet } from './feed-files'

/** The feed is published at most so often. */
const MADE_EVERY_MS = 60_000

/**
 * The job that builds the feed where the published one is a minute old, and publishes it as files. `failed`: they could
 * not be written, and every process builds its own; null: another process publishes it.
 */
export function openFeedJob(files: PublishedFiles, clock: () => Date) {
  return async (context: Context): Promise<'published' | 'current' | 'failed' | null> => {
    const { db } = context
    // One of another format, of a process of another version, counts too: the two do not replace each other's at once.
    const isDue = async () => ((await findSet(db, FEED_FILES.name))?.ageMs ?? MADE_EVERY_MS) >= MADE_EVERY_MS
    if (!(await isDue())) return 'current'
    const result = await withLease(db, clock, 'feed', async (lease) => {
      if (!(await isDue())) return 'current'
      const feed = await (await feedCache(context)).build(context)
      return (await files.publish(db, lease, feedSet(feed, files.hasCdn))) ? 'published' : 'failed'
    })
    return result ?? null
  }
}
