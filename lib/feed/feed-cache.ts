import { LRUCache } from 'lru-cache'
import type { Context } from '../api/context'
import { type BuiltFeed, buildFeed, versionName } from './build-feed'
import { openFeedReader } from './feed-reader'
import type { FeedPoint } from './rules/feed-entry'
import { findFeedVersion } from './sql/feed'

/** A feed older than this is rebuilt at the next call. */
const REBUILD_AFTER_MS = 60_000
/** Up to this age it is still sent during the rebuild; beyond it callers wait for the new one. */
const STALE_UNTIL_MS = REBUILD_AFTER_MS + 300_000
/** Versions of which a process remembers its own build: a day of one a minute. */
const MOST_KNOWN = 1500

/** The current feed of this process, and what it needs to compute a delta. */
export interface FeedCache {
  /** The published one where there are files and it is fresh, else that of this process. */
  current(context: Context): Promise<BuiltFeed>
  /** Builds it from the database. */
  build(context: Context): Promise<BuiltFeed>
  /** Milliseconds since the current feed was computed; null: none was. */
  ageMs(now: Date): number | null
  /** Where in the feed's past a version that a caller names lies; undefined: not known, or too long ago. */
  pointOf(named: NamedVersion, context: Context): Promise<FeedPoint | undefined>
}

/** A version as callers name it. */
export interface NamedVersion {
  key: number
  hashStart: string
  /** Its rows came from more than one version, so that only the times in the database show what changed since. */
  isMixed: boolean
}

/** `<number>-<begin of the hash>`, and `~` for one that is mixed; undefined for any other text. */
export function parseVersion(text: string): NamedVersion | undefined {
  const [, key, hashStart, mixed] = /^(\d{1,15})-([\w-]{16})(~?)$/.exec(text) ?? []
  if (key === undefined || hashStart === undefined) return undefined
  return { key: Number(key), hashStart, isMixed: mixed === '~' }
}

function openFeedCache(): FeedCache {
  const makings = new LRUCache<string, number>({ max: MOST_KNOWN })
  let latest: { feed: BuiltFeed; at: number } | undefined
  let making: Promise<BuiltFeed> | undefined
  let reader: ReturnType<typeof openFeedReader> | undefined
  const keep = (feed: BuiltFeed, at: number): BuiltFeed => {
    const isNext = latest === undefined || [feed.making, feed.after].includes(latest.feed.making)
    // Numbers of builds are comparable only along a line of feeds that follow each other.
    if (!isNext) makings.clear()
    latest = { feed, at }
    const name = versionName(feed.version)
    if (!makings.has(name)) makings.set(name, feed.making)
    return feed
  }
  const make = async (context: Context): Promise<BuiltFeed> => {
    const { key } = await context.signingKeys.current(context.now)
    return keep(await buildFeed(context, key, latest?.feed), context.now.getTime())
  }
  const makeOnce = (context: Context): Promise<BuiltFeed> => {
    making ??= make(context).finally(() => {
      making = undefined
    })
    return making
  }
  const published = async (context: Context) => {
    if (context.files === null) return undefined
    reader ??= openFeedReader(context.files)
    return reader(context, latest?.feed)
  }
  return {
    build: makeOnce,
    current: async (context) => {
      const read = await published(context)
      const age = latest === undefined ? Number.POSITIVE_INFINITY : Math.abs(context.now.getTime() - latest.at)
      // One that this process has just built itself, to publish it, is not replaced by an older one.
      const isOlder =
        latest !== undefined && age < REBUILD_AFTER_MS && latest.feed.version.key > (read?.feed.version.key ?? 0)
      if (read !== undefined && !isOlder) return keep(read.feed, context.now.getTime() - read.ageMs)
      if (latest !== undefined && age < REBUILD_AFTER_MS) return latest.feed
      const next = makeOnce(context)
      if (latest === undefined || age >= STALE_UNTIL_MS) return next
      next.catch((cause) => context.log('The feed cannot be rebuilt; the previous one is sent.', cause))
      return latest.feed
    },
    ageMs: (now) => (latest === undefined ? null : now.getTime() - latest.at),
    pointOf: async ({ key, hashStart, isMixed }, { db }) => {
      const found = await findFeedVersion(db, key, hashStart)
      if (found === undefined) return undefined
      const own = makings.get(versionName(found))
      return {
        readAt: Math.floor(found.readAt.getTime() / 1000),
        assessedAt: Math.floor(found.assessedAt.getTime() / 1000),
        making: isMixed || own === undefined ? null : own,
      }
    },
  }
}

/** The one feed cache of this process. */
export function feedCache({ memo, now }: Pick<Context, 'memo' | 'now'>): Promise<FeedCache> {
  return memo.recent('feed', Number.POSITIVE_INFINITY, now, async () => openFeedCache())
}
