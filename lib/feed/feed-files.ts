import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Prepared } from '../http/prepared'
import { arrayOf, decodeArrays, encodeArrays, packStrings, unpackStrings } from '../search/index/arrays'
import type { PublishedSet } from '../store/files/file-sets'
import type { NewSet, PublishedFiles } from '../store/files/published-files'
import { type BuiltFeed, carryAllMakings, nextMaking, versionName } from './build-feed'
import type { FeedEntry } from './rules/feed-entry'

/** What the sets of files of the feed are called, and the format of those that this code writes and reads. */
export const FEED_FILES = { name: 'feed', format: 1 } as const
const ENTRIES = 'assay-feed-entries-1'
const SIGNATURE = 'x-jws-signature'
const unzip = promisify(gunzip)

/** What the file of entries has besides them. */
interface FeedFacts extends Pick<BuiltFeed, 'openBreakages' | 'kid'> {
  key: number
  contentHash: string
  readAt: string
  assessedAt: string
  signature: string
}

/** By which processes know that they have a feed already. */
export function setVersionOf({ version, kid }: Pick<BuiltFeed, 'version' | 'kid'>): string {
  return `${versionName(version)}.${kid}`
}

/** The feed as files: its entries, its compressed bodies, and for a CDN the plain one. */
export function feedSet(feed: BuiltFeed, hasCdn: boolean): NewSet {
  const { identity, br, gzip } = feed.full.bodies
  if (br === undefined || gzip === undefined) throw new Error('a feed without its compressed bodies')
  return {
    ...FEED_FILES,
    version: setVersionOf(feed),
    files: { entries: encodeEntries(feed), br, gzip },
    ...(hasCdn && { whole: { plain: identity } }),
  }
}

/**
 * The feed of a set, with the bytes, signature and version of the process that built it; undefined: its files cannot be
 * had. `previous` is the one that this process had before.
 */
export async function loadFeed(
  files: PublishedFiles,
  set: PublishedSet,
  previous: BuiltFeed | undefined,
): Promise<BuiltFeed | undefined> {
  const [bytes, br, gzip] = await Promise.all(['entries', 'br', 'gzip'].map((name) => files.read(set, name)))
  if (bytes === undefined || br === undefined || gzip === undefined) return undefined
  const making = nextMaking()
  const { facts, entries } = decodeEntries(bytes, making)
  if (previous !== undefined) await carryAllMakings(previous.entries, entries)
  const { key, contentHash, kid, openBreakages, signature } = facts
  const version = { key, contentHash, readAt: new Date(facts.readAt), assessedAt: new Date(facts.assessedAt) }
  const bodies = { identity: await unzip(gzip), br, gzip }
  const full = new Prepared(`"${versionName(version)}"`, bodies, { [SIGNATURE]: signature })
  const rows = entries.filter(({ saying }) => saying !== null)
  const made = { version, making, after: previous?.making ?? null, entries, rows, openBreakages, kid, full }
  return linked(made, files.addressOf(set, 'plain'))
}

/** Has the whole feed name where else its bytes are (RFC 6249). */
export function linked(feed: BuiltFeed, address: string | null): BuiltFeed {
  if (address === null) return feed
  const { etag, bodies, headers } = feed.full
  return { ...feed, full: new Prepared(etag, bodies, { ...headers, link: `<${address}>; rel="duplicate"` }) }
}

function encodeEntries({ version, entries, openBreakages, kid, full }: BuiltFeed): Uint8Array {
  const ordinals = new Map<string, number>()
  const sayingOf = Uint32Array.from(entries, ({ saying }) => {
    if (saying === null) return 0
    const ordinal = ordinals.get(saying) ?? ordinals.size + 1
    ordinals.set(saying, ordinal)
    return ordinal
  })
  const facts: FeedFacts = {
    key: version.key,
    contentHash: version.contentHash,
    readAt: version.readAt.toISOString(),
    assessedAt: version.assessedAt.toISOString(),
    openBreakages,
    kid,
    signature: full.headers[SIGNATURE] ?? '',
  }
  return encodeArrays(ENTRIES, facts, {
    ids: packStrings(entries.map(({ id }) => id)),
    sayings: packStrings([...ordinals.keys()]),
    sayingOf,
    changedAt: Uint32Array.from(entries, ({ changedAt }) => changedAt),
    verdictChangedAt: Uint32Array.from(entries, ({ verdictChangedAt }) => verdictChangedAt),
  })
}

function decodeEntries(bytes: Uint8Array, making: number): { facts: FeedFacts; entries: FeedEntry[] } {
  const { meta, arrays } = decodeArrays(ENTRIES, bytes)
  const [ids, sayings] = ['ids', 'sayings'].map((name) => unpackStrings(arrayOf(arrays, name, 'u8')))
  const [sayingOf, changedAt, verdictChangedAt] = ['sayingOf', 'changedAt', 'verdictChangedAt'].map((name) =>
    arrayOf(arrays, name, 'u32'),
  )
  const entries = (ids ?? []).map((id, at) => ({
    id,
    saying: sayings?.[(sayingOf?.[at] ?? 0) - 1] ?? null,
    changedAt: changedAt?.[at] ?? 0,
    verdictChangedAt: verdictChangedAt?.[at] ?? 0,
    making,
  }))
  return { facts: meta as FeedFacts, entries }
}
