import { openRememberedAnswers } from '../../api/cache/remembered-answers'
import { openFinder } from '../../api/finder'
import { rankInThread } from '../../api/ranking/rank-in-thread'
import { rankInPool } from '../../api/ranking/ranking-pool'
import { openSearchIndex } from '../../api/search-index'
import { config } from '../../config'
import { copyEmptyDatabase } from '../../store/empty-database'
import { openRatingReplica } from '../../store/ratings/rating-replica'
import { getApp } from '../app'
import type { ServiceApp } from '../service-app'
import type { Shutdown } from '../shutdown'
import type { Step } from './step'

const MB = 1_000_000

/** Opens the app of a process that lasts. `isBuilt`: it runs the build, whose empty database is of its version. */
export function startApp(step: Step, shutdown: Shutdown, isBuilt = false): Promise<ServiceApp> {
  return step('database', async (progress) => {
    const { databaseUrl, dataDir } = config()
    if (isBuilt && databaseUrl === null) await copyEmptyDatabase(dataDir)
    const app = await getApp()
    shutdown.add(app.close)
    progress(app.driver === 'pglite' ? `embedded, under ${dataDir}` : `${app.driver}${replicasNote(app)}`)
    return app
  })
}

function replicasNote({ reads }: ServiceApp): string {
  const states = reads.replicas().map(({ state }) => state)
  return states.length === 0 ? '' : `, replicas: ${states.join(', ')}`
}

/**
 * Answers from memory once all ratings and alternatives have been read, ranks in a thread of its own, and keeps the
 * search index fresh. Nothing of it is waited for.
 */
export function serveFromMemory(app: ServiceApp, shutdown: Shutdown): void {
  const onFailure = (cause: unknown) =>
    app.log('Changed ratings cannot be read; answers come from the database.', cause)
  const { ratingsMemoryMb, catalogMemoryMb } = config()
  const replica = openRatingReplica(app.reads, app.ratings, onFailure, {
    ratingBytes: ratingsMemoryMb * MB,
    wordBytes: catalogMemoryMb * MB,
    onPart: () =>
      app.log(
        `Ratings of all tools take more than RATINGS_MEMORY_MB (${ratingsMemoryMb}): those that are asked for are kept in memory, the rest is read from the database.`,
      ),
  })
  app.ratings = replica
  app.subjectFacts = replica.subjectFacts
  app.remembered = openRememberedAnswers(replica.marks)
  app.replica = replica
  void replica.start()
  shutdown.add(replica.close)
  rankInThreads(app, shutdown)
  const stop = app.searchIndex.keepFresh()
  shutdown.add(async () => stop())
  shutdown.add(app.alternatives.keepFresh())
}

/** Ranks in threads of its own, in an index that is loaded when it is first asked for. */
export function rankInThreads(app: ServiceApp, shutdown: Shutdown): void {
  const how = { files: app.files, openHost: rankInPool(rankInThread) }
  app.searchIndex = openSearchIndex(app.reads.db, app.searchWeights, app.log, how)
  app.finder = openFinder(app.searchIndex)
  shutdown.add(app.searchIndex.close)
}
