import { ApiError } from '../contract/errors'
import type { Database } from '../store/database'
import type { PublishedFiles } from '../store/files/published-files'
import { BrokenSegment, readIndexState } from '../store/search/search-segments'
import { openSegmentReader, type ReadSegments } from './load-segments'
import { type OpenRankingHost, type RankingHost, rankHere } from './ranking/ranking-host'

/** Ranks in the loaded index. */
interface IndexRanker extends Pick<RankingHost, 'rank' | 'alike' | 'same'> {
  /** Another one for another index. */
  version: string
}

/** The search index that this process has loaded. */
export interface SearchIndex {
  /**
   * Ranks. Read from the store at the first call, which all early callers share, and refreshed in the background
   * by later ones. undefined while the catalog is empty; throws `not_ready` while a catalog waits for its first index.
   */
  ranker(): Promise<IndexRanker | undefined>
  /** Reads what changed in the store. `ranker` gives the previous index until the new one is complete. */
  refresh(): Promise<void>
  /** Milliseconds since the loaded index was last compared with the store; null: none is loaded. */
  ageMs(): number | null
  /** Refreshes every two seconds until the function it returns is called. */
  keepFresh(): () => void
  close(): Promise<void>
}

/** How long the loaded index is used without a refresh. */
const FRESH_MS = 2000
const RETRY_AFTER_SECONDS = 2

/**
 * Over the segments in the store, ranked with these weights, whose bytes are asked for at the first load, by this host.
 * `files`: where segments are read first; null: the database is.
 */
export function openSearchIndex(
  db: Database,
  weightBytes: () => Uint8Array,
  log: (line: string, cause?: unknown) => void,
  { files = null, openHost = rankHere }: { files?: PublishedFiles | null; openHost?: OpenRankingHost } = {},
): SearchIndex {
  const host = openHost(weightBytes)
  const read = openSegmentReader(db, files, host.load)
  let loaded: { segments: ReadSegments; ranker: IndexRanker } | undefined
  let refreshing: Promise<void> | undefined
  let refreshedAt = 0
  let isFailing = false

  const readAndSwap = async () => {
    try {
      const segments = await read(loaded?.segments)
      refreshedAt = performance.now()
      if (segments === loaded?.segments) return
      const { base, recent } = segments?.stored ?? {}
      const { rank, alike, same } = host
      const ranker = { rank, alike, same, version: `${base?.version} ${recent?.version}` }
      loaded = segments && { segments, ranker }
    } finally {
      refreshing = undefined
    }
  }
  const refresh = () => {
    refreshing ??= readAndSwap()
    return refreshing
  }
  const refreshBehind = () => {
    const onFailure = (cause: unknown) => {
      if (!isFailing) log('The search index cannot be refreshed; the loaded one stays in use.', cause)
      isFailing = true
    }
    refresh().then(() => {
      isFailing = false
    }, onFailure)
  }
  return {
    ranker: async () => {
      if (loaded === undefined) await refresh().catch(refuseBroken)
      else if (performance.now() - refreshedAt > FRESH_MS) refreshBehind()
      if (loaded === undefined && (await readIndexState(db)).hasSubjects) throw notReady()
      return loaded?.ranker
    },
    refresh,
    ageMs: () => (loaded === undefined ? null : performance.now() - refreshedAt),
    keepFresh: () => {
      refreshBehind()
      const timer = setInterval(refreshBehind, FRESH_MS).unref()
      return () => clearInterval(timer)
    },
    close: host.close,
  }
}

function refuseBroken(cause: unknown): never {
  throw cause instanceof BrokenSegment ? notReady(cause) : cause
}

function notReady(cause?: Error): ApiError {
  return new ApiError('not_ready', 'The search index is being built. Ask again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  })
}
