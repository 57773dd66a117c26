import type { Context } from '../api/context'
import type { PublishedFiles } from '../store/files/published-files'
import type { BuiltFeed } from './build-feed'
import { FEED_FILES, linked, loadFeed, setVersionOf } from './feed-files'

/** A feed that was published so long ago, or confirmed, is its publisher's last: this process builds its own then. */
const FRESH_MS = 180_000
/** How often the database is asked which is the current one. */
const ASKED_EVERY_MS = 2000

/** The published feed; `ageMs`: since it was published, or confirmed. */
export interface ReadFeed {
  feed: BuiltFeed
  ageMs: number
}

type ReadingContext = Pick<Context, 'db' | 'log'>

/**
 * Reads the published feed. `previous`: the one that this process has. undefined: none that is fresh can be had. While
 * a new one is read or cannot be, it is the one before, as long as that is fresh.
 */
export function openFeedReader(
  files: PublishedFiles,
): (context: ReadingContext, previous: BuiltFeed | undefined) => Promise<ReadFeed | undefined> {
  let held: { feed: BuiltFeed; version: string; madeAt: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const ageMs = () => (held === undefined ? Number.POSITIVE_INFINITY : performance.now() - held.madeAt)
  const read = async ({ db }: ReadingContext, previous: BuiltFeed | undefined) => {
    const set = await files.find(db, FEED_FILES)
    if (set === undefined || set.ageMs >= FRESH_MS) return
    const { version } = set
    const madeAt = performance.now() - set.ageMs
    if (held?.version === version) held = { ...held, madeAt }
    else {
      const isOwn = previous !== undefined && setVersionOf(previous) === version
      const feed = isOwn ? linked(previous, files.addressOf(set, 'plain')) : await loadFeed(files, set, previous)
      if (feed !== undefined) held = { feed, version, madeAt }
    }
  }
  return async (context, previous) => {
    if (reading === undefined && performance.now() - askedAt >= ASKED_EVERY_MS) {
      askedAt = performance.now()
      reading = read(context, previous)
        .catch((cause) => context.log('The published feed cannot be read.', cause))
        .finally(() => {
          reading = undefined
        })
    }
    if (ageMs() >= FRESH_MS) await reading
    return held === undefined || ageMs() >= FRESH_MS ? undefined : { feed: held.feed, ageMs: ageMs() }
  }
}
