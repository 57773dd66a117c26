import { contextOf } from '../api/context'
import { SITEMAP_FILES, sitemapSet } from '../api/sitemap/published-sitemap'
import { openFeedJob } from '../feed/publish-feed'
import { publishMissingSegments } from '../jobs/index-catalog'
import { withLease } from '../jobs/with-lease'
import { findSet } from '../store/files/file-sets'
import type { ServiceApp } from './service-app'

/** What became of files; `current`: they are not due. null: none are kept, or another process publishes them. */
type Published = 'published' | 'current' | 'failed' | null

/** The job that publishes the feed as files, and what of the search index is none yet, and removes old files. */
export function openFilesJob(app: ServiceApp, clock: () => Date): () => Promise<Published> {
  const { db, files } = app
  if (files === null) return async () => null
  const publishFeed = openFeedJob(files, clock)
  return async () => {
    await publishMissingSegments(files, { db, clock })
    const feed = await publishFeed(contextOf(app, null))
    await files.removeOld(db)
    return feed
  }
}

/** The sitemap is published at most so often: most of the catalog is read for it. */
const SITEMAP_EVERY_MS = 3_600_000

/** The job that publishes the sitemap as files. */
export function openSitemapJob(app: ServiceApp, clock: () => Date): () => Promise<Published> {
  const { db, files } = app
  if (files === null) return async () => null
  const isDue = async () => ((await findSet(db, SITEMAP_FILES.name))?.ageMs ?? SITEMAP_EVERY_MS) >= SITEMAP_EVERY_MS
  return async () => {
    if (!(await isDue())) return 'current'
    const result = await withLease(db, clock, 'sitemap', async (lease) => {
      if (!(await isDue())) return 'current'
      const isPublished = await files.publish(db, lease, await sitemapSet(contextOf(app, null)))
      return isPublished ? 'published' : 'failed'
    })
    return result ?? null
  }
}
