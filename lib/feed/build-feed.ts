import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { SigningKey } from 'assay-verify/attestation'
import { chunksOf } from 'assay-verify/chunks'
import type { Context } from '../api/context'
import type { Prepared } from '../http/prepared'
import type { Database } from '../store/database'
import { feedTexts, preparedFeed } from './feed-body'
import { type FeedBreakage, feedBreakageOf } from './feed-breakage'
import { feedEntriesOf } from './rules/feed-entries'
import { byId, carryMakings, type FeedEntry, mergedEntries } from './rules/feed-entry'
import { databaseSeconds, type FeedVersion, listFeedBreakages, listFeedServers, publishFeedVersion } from './sql/feed'

/** A feed that this process has built, or read. */
export interface BuiltFeed {
  /** The number and content all processes know it by. */
  version: FeedVersion
  /** The ordinal of this build in this process, and of the one whose unchanged entries have the numbers from before. */
  making: number
  after: number | null
  /** Of every subject, listed or not, in the order of the feed. */
  entries: FeedEntry[]
  /** Those of them that have a row. */
  rows: FeedEntry[]
  openBreakages: FeedBreakage[]
  full: Prepared
  /** The key that signed it. */
  kid: string
}

/** The head of an answer, in the order of its members. */
export interface FeedHead {
  generatedAt: string
  version: string
  answer: 'full' | 'delta'
  since: string | null
  openBreakages: readonly FeedBreakage[]
  removed: readonly string[]
  cursor: string | null
}

/**
 * Servers read at once, with some 3,200 subjects; fewer on the embedded database, which works on the main thread with
 * one connection.
 */
const SERVERS_AT_ONCE = 200
const SERVERS_AT_ONCE_EMBEDDED = 50
/** Entries compared at once: some milliseconds of the main thread. */
const ENTRIES_AT_ONCE = 20_000
/** The most breakages of a feed; beyond them, what is down still has that verdict in its row. */
const MOST_BREAKAGES = 5000
let makings = 0
export function nextMaking(): number {
  makings += 1
  return makings
}

/** Characters of the content's hash that a version carries. */
const HASH_SHOWN = 16

export function versionName({ key, contentHash }: Pick<FeedVersion, 'key' | 'contentHash'>): string {
  return `${key}-${contentHash.slice(0, HASH_SHOWN)}`
}

export function headOf({ version, openBreakages }: Pick<BuiltFeed, 'version' | 'openBreakages'>): FeedHead {
  return {
    generatedAt: version.assessedAt.toISOString(),
    version: versionName(version),
    answer: 'full',
    since: null,
    openBreakages,
    removed: [],
    cursor: null,
  }
}

/** Builds the feed of `now` from the database; reuses the bytes of `previous` where content and key are the same. */
export async function buildFeed(
  { db, driver, now }: Pick<Context, 'db' | 'driver' | 'now'>,
  key: SigningKey,
  previous: BuiltFeed | undefined,
): Promise<BuiltFeed> {
  const making = nextMaking()
  const readAt = new Date((await databaseSeconds(db)) * 1000)
  const openBreakages = (await listFeedBreakages(db, MOST_BREAKAGES)).map(feedBreakageOf)
  const pageSize = driver === 'pglite' ? SERVERS_AT_ONCE_EMBEDDED : SERVERS_AT_ONCE
  const entries = await readFeedEntries(db, now, making, pageSize)
  if (previous !== undefined) await carryAllMakings(previous.entries, entries)
  const rows = entries.filter(({ saying }) => saying !== null)
  const texts = await feedTexts(JSON.stringify(openBreakages), rows)
  const version = await publishFeedVersion(db, { contentHash: texts.hash, readAt, assessedAt: now })
  const made = { version, making, after: previous?.making ?? null, entries, rows, openBreakages, kid: key.kid }
  if (previous?.version.key === version.key && previous.kid === key.kid) return { ...made, full: previous.full }
  const full = await preparedFeed(JSON.stringify(headOf(made)), texts, `"${versionName(version)}"`, key)
  return { ...made, full }
}

/** Gives the entries of a new feed the numbers of the builds that first found them, as far as an older feed has. */
export async function carryAllMakings(before: readonly FeedEntry[], entries: readonly FeedEntry[]): Promise<void> {
  let at = 0
  for (const piece of chunksOf(entries, ENTRIES_AT_ONCE)) {
    at = carryMakings(before, piece, at)
    await nextEventLoopTurn()
  }
}

async function readFeedEntries(db: Database, now: Date, making: number, pageSize: number): Promise<FeedEntry[]> {
  const lists: FeedEntry[][] = []
  for (let afterKey = 0; ; ) {
    const servers = await listFeedServers(db, afterKey, pageSize)
    const last = servers.at(-1)
    if (last === undefined) break
    lists.push(servers.flatMap((server) => feedEntriesOf(server, now, making)).sort(byId))
    afterKey = last.key
    await nextEventLoopTurn()
  }
  return merged(lists)
}

/** Pairs of about equal length, so that no single merge is long but the last. */
async function merged(lists: FeedEntry[][]): Promise<FeedEntry[]> {
  let left = lists
  while (left.length > 1) {
    const next: FeedEntry[][] = []
    for (let i = 0; i < left.length; i += 2) {
      next.push(mergedEntries(left[i] ?? [], left[i + 1] ?? []))
      await nextEventLoopTurn()
    }
    left = next
  }
  return left[0] ?? []
}
