import type { SigningKey } from 'assay-verify/attestation'
import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { Prepared } from '../../http/prepared'
import { type BuiltFeed, type FeedHead, headOf, versionName } from '../build-feed'
import { feedTexts, preparedFeed } from '../feed-body'
import { feedCache, type NamedVersion, parseVersion } from '../feed-cache'
import { openPreparedCache, type PreparedCache } from '../prepared-cache'
import { deltaSince, pageAfter } from '../rules/feed-delta'
import type { FeedEntry } from '../rules/feed-entry'

/** The whole feed, or what changed since a version, or a page of either; equal requests share one answer. */
export async function feed(input: InputOf<'feed'>, context: Context): Promise<Prepared> {
  const { since, limit, cursor } = input
  if (cursor !== undefined && limit === undefined)
    throw new ApiError(
      'invalid_parameter',
      '"cursor" is given without "limit", which must be sent with it, the same as before.',
    )
  const cache = await feedCache(context)
  const made = await cache.current(context)
  const from = cursor === undefined ? undefined : parseCursor(cursor)
  if (since === undefined && limit === undefined) return made.full
  const { key } = await context.signingKeys.current(context.now)
  const answers = await preparedCache(context)
  return answers.cached(`${versionName(made.version)} ${key.kid}`, JSON.stringify([since, limit, cursor]), async () => {
    const { head, rows } = await selected(
      made,
      from?.answer === 'full' ? undefined : since,
      from !== undefined,
      context,
    )
    if (limit === undefined) return head.answer === 'full' ? made.full : written(head, rows, key)
    const page = pageAfter(rows, from?.afterId ?? null, limit)
    return written(pageHead(head, page.rows.at(-1), page.hasMore, from), page.rows, key)
  })
}

/**
 * The rows of an answer before paging. A delta that would hold most of the feed is replaced by the full feed, unless a
 * page of the delta was already sent.
 */
async function selected(made: BuiltFeed, since: string | undefined, isBegun: boolean, context: Context) {
  const full = { head: headOf(made), rows: made.rows as readonly FeedEntry[] }
  const named = since === undefined ? undefined : parseVersion(since)
  if (named === undefined || since === undefined) return full
  const point = await (await feedCache(context)).pointOf(named, context)
  if (point === undefined) return full
  const isAhead = named.key > made.version.key
  const { rows, removed } = isAhead ? { rows: [], removed: [] } : deltaSince(made.entries, point)
  const isMost = rows.length + removed.length > Math.max(FEW_ROWS, made.rows.length / 2)
  if (isMost && !isBegun) return full
  // Another machine sent the caller a newer version: the caller keeps it and gets an empty delta.
  const version = isAhead ? since : full.head.version
  return { head: { ...full.head, answer: 'delta' as const, since, removed, version }, rows }
}

/** A delta of so few rows is sent whatever share of the feed it is. */
const FEW_ROWS = 1000

async function written(head: FeedHead, rows: readonly FeedEntry[], key: SigningKey): Promise<Prepared> {
  const text = JSON.stringify(head)
  const texts = await feedTexts(text, rows)
  return preparedFeed(text, texts, `"${texts.hash}"`, key)
}

interface Cursor {
  version: NamedVersion
  name: string
  /** The kind of the first page, which the following pages must share. */
  answer: FeedHead['answer']
  afterId: string
}

/**
 * The head of one page. Pages may come from several versions, when a new one is built or another machine answers in
 * between: then they name the oldest of them, marked as mixed, so that a delta since that one misses nothing.
 */
function pageHead(head: FeedHead, last: FeedEntry | undefined, hasMore: boolean, from: Cursor | undefined): FeedHead {
  const version = from === undefined ? head.version : olderOf(from, head.version)
  const cursor = hasMore && last !== undefined ? cursorOf(version, head.answer, last.id) : null
  if (from === undefined) return { ...head, cursor }
  return { ...head, version, cursor, openBreakages: [], removed: [] }
}

function olderOf({ version, name }: Cursor, current: string): string {
  if (name === current) return name
  const isOlder = version.key <= (parseVersion(current)?.key ?? 0)
  return `${(isOlder ? name : current).replace('~', '')}~`
}

function cursorOf(version: string, answer: FeedHead['answer'], lastId: string): string {
  return `${version}.${answer}.${Buffer.from(lastId).toString('base64url')}`
}

function parseCursor(text: string): Cursor {
  const [name = '', answer = '', id = ''] = text.split('.')
  const version = parseVersion(name)
  const afterId = Buffer.from(id, 'base64url').toString()
  const isOurs = version !== undefined && (answer === 'full' || answer === 'delta') && afterId !== ''
  if (!isOurs || cursorOf(name, answer, afterId) !== text) {
    throw new ApiError(
      'invalid_parameter',
      '"cursor" must be the `cursor` of the page before, exactly as this service sent it; what was sent is none.',
    )
  }
  return { version, name, answer, afterId }
}

function preparedCache({ memo, now }: Context): Promise<PreparedCache> {
  return memo.recent('feed-answers', Number.POSITIVE_INFINITY, now, async () => openPreparedCache())
}

export const feedEndpoint = defineEndpoint('feed', feed)
