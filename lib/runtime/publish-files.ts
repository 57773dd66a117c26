import { contextOf } from '../api/context'
import { openFeedJob } from '../feed/publish-feed'
import { publishMissingSegments } from '../jobs/index-catalog'
import type { ServiceApp } from './service-app'

/** What a run did; null: no files are kept, or another process publishes them. */
interface FilesReport {
  feed: 'published' | 'current' | 'failed'
}

/** The job that publishes as files what all processes read alike, and removes old ones. */
export function openFilesJob(app: ServiceApp, clock: () => Date): () => Promise<FilesReport | null> {
  const { db, files } = app
  if (files === null) return async () => null
  const publishFeed = openFeedJob(files, clock)
  return async () => {
    await publishMissingSegments(files, { db, clock })
    const feed = await publishFeed(contextOf(app, null))
    await files.removeOld(db)
    return feed === null ? null : { feed }
  }
}
