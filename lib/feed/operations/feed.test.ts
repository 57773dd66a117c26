import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { probe, probes } from 'assay-verify/state/test-observations'
import { jwksOf } from 'assay-verify/test-attestations'
import { sql } from 'drizzle-orm'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { openMemo } from '../../api/cache/memo'
import type { Context } from '../../api/context'
import { openTestContext } from '../../api/test-context'
import { onlyKey } from '../../api/test-keys'
import { OPEN_GATE } from '../../http/gate'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { recordServers } from '../../store/catalog/catalog'
import { recordRatings } from '../../store/ratings/ratings'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { FeedAnswer } from '../contract/feed'
import { feedVersions } from '../sql/feed-schema'
import { feedEndpoint } from './feed'

type Answer = z.infer<typeof FeedAnswer>

const MINUTE = 60_000
const newest = probes(0, 20)
const now = new Date((newest.at(-1) ?? probe(0)).observedAt.getTime() + MINUTE)
const CATALOG = [
  testServer('g/well', { tools: ['a', 'b', 'c'].map((name) => testTool(name)) }),
  testServer('g/天', { tools: [testTool('"quoted"/name')] }),
  testServer('g/api'),
]
const signingKey = signingKeyFromSeed(new Uint8Array(32).fill(7))

let opened: Awaited<ReturnType<typeof openTestContext>>
let process1: Context
beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.context.db.delete(feedVersions)
  await opened.watched('g/well', newest)
  process1 = process()
})

/** Another process on the same database. */
const process = () => ({
  ...opened.context,
  memo: openMemo(),
  gate: OPEN_GATE,
  address: null,
  signingKeys: onlyKey(signingKey),
  baseUrl: 'http://assay.test',
})
const later = (context: Context, minutes: number) => ({ ...context, now: new Date(now.getTime() + minutes * MINUTE) })
const ask = (context: Context, query = '', headers: Record<string, string> = {}, method = 'GET') =>
  feedEndpoint.handle(new Request(`http://assay.test/v1/reliability/feed${query}`, { headers, method }), context)
const read = async (context: Context, query = ''): Promise<Answer> => {
  const answer = await ask(context, query)
  expect(answer.status).toBe(200)
  return FeedAnswer.parse(await answer.json())
}
const rows = ({ scores }: Answer) => new Map(scores.map((row) => [row.toolId, JSON.stringify(row)]))
const applied = (before: Answer, delta: Answer) => {
  expect(delta.answer).toBe('delta')
  const next = rows(before)
  for (const [id, row] of rows(delta)) next.set(id, row)
  for (const id of delta.removed) next.delete(id)
  return new Map([...next].sort(([a], [b]) => (a < b ? -1 : 1)))
}
const rate = (id: string, score: number) =>
  recordRatings(opened.context.db, [{ id, verdict: 'unknown', score, grade: 'D' }])
/** The marks of all that was written until now, as if that had been long ago. */
const longAgo = () =>
  opened.context.db.execute(
    sql`UPDATE subjects SET words_changed_at = words_changed_at - interval '2 minutes', rating_changed_at = now() - interval '2 minutes'`,
  )

describe('the feed', () => {
  it('has every listed subject, assessed now, in the order of ids', async () => {
    const { generatedAt, scores, answer, since, removed, cursor } = await read(process1)
    expect({ generatedAt, answer, since, removed, cursor }).toEqual({
      generatedAt: now.toISOString(),
      answer: 'full',
      since: null,
      removed: [],
      cursor: null,
    })
    expect(scores.map(({ toolId }) => toolId)).toEqual([
      'g/api',
      'g/well/a',
      'g/well/b',
      'g/well/c',
      'g/天/"quoted"/name',
    ])
    expect(scores.map(({ verdict }) => verdict)).toEqual(['unknown', 'healthy', 'healthy', 'healthy', 'unknown'])
  })

  it('changes a verdict by time alone, and a delta shows it', async () => {
    const before = await read(process1)
    const afterwards = later(process(), 200)
    expect(rows(await read(afterwards)).get('g/well/a')).toContain('"unknown"')
    expect(applied(before, await read(afterwards, `?since=${before.version}`))).toEqual(rows(await read(afterwards)))
  })

  it('has the open breakages in few words', async () => {
    const serverKey = await opened.watched('g/well', newest)
    const evidence = { code: 'x', text: 'It broke.', at: now.toISOString() }
    const opening = {
      serverKey,
      toolId: null,
      kind: 'down',
      severity: 'major',
      evidence,
      startWindow: { after: now, before: now },
    } as const
    await opened.context.db.transaction((tx) =>
      openBreakages(tx, [{ ...opening, correlationKeys: [{ cause: 'host', what: 'h' }] }], now),
    )
    expect((await read(process())).openBreakages).toMatchObject([
      { serverId: 'g/well', toolIds: null, kind: 'down', recommendation: 'avoid', openedAt: now.toISOString() },
    ])
  })
})

describe('its bytes', () => {
  it('are the same from every process, in every encoding, for every method', async () => {
    const plain = await ask(process1)
    const body = Buffer.from(await plain.arrayBuffer())
    const [other, br, gzip, head] = [
      await ask(later(process(), 1)),
      await ask(process1, '', { 'accept-encoding': 'gzip, br' }),
      await ask(process1, '', { 'accept-encoding': 'gzip' }),
      await ask(process1, '', {}, 'HEAD'),
    ]
    expect(Buffer.from(await other.arrayBuffer())).toEqual(body)
    expect(other.headers.get('x-jws-signature')).toBe(plain.headers.get('x-jws-signature'))
    expect([br, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer()))).toEqual(body)
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer()))).toEqual(body)
    expect([await head.text(), head.headers.get('content-length')]).toEqual(['', String(body.length)])
    for (const { headers } of [plain, br, head]) {
      expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300')
      expect(headers.get('vary')).toBe('accept-encoding')
      expect(headers.get('access-control-expose-headers')).toContain('X-JWS-Signature')
    }
  })

  it('are not sent to who has them', async () => {
    const etag = (await ask(process1)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const context of [process1, later(process1, 2), process()]) {
      const again = await ask(context, '', { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    await rate('g/api', 51)
    expect((await ask(process(), '', { 'if-none-match': etag })).status).toBe(200)
  })

  it('are made once for all who ask within a minute, and for those who ask at once', async () => {
    const [one, two] = await Promise.all([ask(process1), ask(process1)])
    await rate('g/api', 52)
    const soon = await ask(later(process1, 0.9))
    expect(new Set([one, two, soon].map(({ headers }) => headers.get('etag'))).size).toBe(1)
    // A stale one is given out while the new one is made.
    const stale = await ask(later(process1, 1.1))
    expect(stale.headers.get('etag')).toBe(one.headers.get('etag'))
    const much = await ask(later(process1, 9))
    expect(much.headers.get('etag')).not.toBe(one.headers.get('etag'))
  })

  it('are signed, and one changed byte shows', async () => {
    const keys = createLocalJWKSet(jwksOf([signingKey]))
    const { version } = await read(process1)
    for (const query of ['', `?since=${version}`, '?limit=2']) {
      const answer = await ask(process1, query, { 'accept-encoding': 'br' })
      const [header = '', detached, signature = ''] = (answer.headers.get('x-jws-signature') ?? '').split('.')
      expect(detached).toBe('')
      const body = brotliDecompressSync(Buffer.from(await answer.arrayBuffer()))
      const verified = await flattenedVerify(
        { protected: header, payload: body.toString('base64url'), signature },
        keys,
      )
      expect(verified.protectedHeader).toEqual({ alg: 'EdDSA', kid: signingKey.kid, typ: 'tool-reliability-feed+jws' })
      const forged = Buffer.from(body.toString().replace('generatedAt', 'generatedat')).toString('base64url')
      await expect(flattenedVerify({ protected: header, payload: forged, signature }, keys)).rejects.toThrow()
    }
  })
})

describe('a delta', () => {
  it('leads from one version to the next, with only what differs', async () => {
    const before = await read(process1)
    await rate('g/well/b', 61)
    const after = later(process1, 9)
    const delta = await read(after, `?since=${before.version}`)
    expect(delta).toMatchObject({ answer: 'delta', since: before.version, removed: [] })
    expect([...rows(delta).keys()]).toEqual(['g/well/b'])
    expect(applied(before, delta)).toEqual(rows(await read(after)))
    expect(delta.version).not.toBe(before.version)
    expect((await read(after, `?since=${delta.version}`)).scores).toEqual([])
  })

  it('is right from a process that never built the version, and names what was removed', async () => {
    const before = await read(process1)
    await longAgo()
    await rate('g/api', 63)
    await opened.context.db.execute(
      sql`UPDATE subjects SET listed = false, words_changed_at = clock_timestamp() WHERE id = 'g/well/c'`,
    )
    const other = process()
    const delta = await read(other, `?since=${before.version}`)
    expect(delta.removed).toContain('g/well/c')
    expect(applied(before, delta)).toEqual(rows(await read(other)))
    await opened.context.db.execute(
      sql`UPDATE subjects SET listed = true, words_changed_at = clock_timestamp() WHERE id = 'g/well/c'`,
    )
  })

  it.each(['1-0000000000000000', '999999-0000000000000000', 'nonsense', '%00'])(
    'since %s, an unknown version, is the whole feed, marked as full',
    async (since) => {
      const full = await ask(process1)
      const answer = await ask(process1, `?since=${since}`)
      expect(await answer.json()).toMatchObject({ answer: 'full', since: null })
      expect(answer.headers.get('etag')).toBe(full.headers.get('etag'))
    },
  )

  it('never leads back: a caller keeps the newer version of another process', async () => {
    await read(process1)
    await rate('g/api', 64)
    const { version } = await read(process())
    expect(await read(process1, `?since=${version}`)).toMatchObject({
      answer: 'delta',
      version,
      scores: [],
      removed: [],
    })
  })
})

describe('pages', () => {
  const pagesOf = async (context: Context, query: string, between = async () => context) => {
    const pages: Answer[] = []
    let asked = context
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.cursor ?? null) {
      pages.push(await read(asked, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`))
      asked = await between()
    }
    return pages
  }

  it('hold every row once', async () => {
    const full = await read(process1)
    const pages = await pagesOf(process1, '?limit=2')
    expect(pages.map(({ scores }) => scores.length)).toEqual([2, 2, 1])
    expect(pages.flatMap(({ scores }) => scores)).toEqual(full.scores)
    expect(new Set(pages.map(({ version }) => version))).toEqual(new Set([full.version]))
    const [one] = await pagesOf(process1, `?limit=2&since=${full.version}`)
    expect(one).toMatchObject({ answer: 'delta', scores: [], cursor: null })
  })

  it('of several contents name the oldest, from which a delta makes them whole', async () => {
    let score = 70
    const pages = await pagesOf(process1, '?limit=2', async () => {
      score += 1
      await rate('g/well/a', score)
      await rate('g/天/"quoted"/name', score)
      return process()
    })
    const all = pages.flatMap(({ scores }) => scores)
    const last = pages.at(-1)
    expect(last?.version).toMatch(/~$/)
    const delta = await read(process(), `?since=${last?.version}`)
    expect(applied({ ...pages[0], scores: all } as Answer, delta)).toEqual(rows(await read(process())))
  })

  it.each([
    '?cursor=1-0000000000000000.full.YQ',
    '?limit=0',
    '?limit=20001',
    '?limit=2&cursor=x',
    '?limit=2&cursor=1-0000000000000000.other.YQ',
    '?limit=2&cursor=1-0000000000000000.full.',
    `?since=${'x'.repeat(101)}`,
    '?before=1',
  ])('%s is refused', async (query) => {
    expect((await ask(process1, query)).status).toBe(400)
  })
})

it('a server that is new is in the next delta', async () => {
  const before = await read(process1)
  await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [testServer('g/new')], now, uncategorized)
  const after = later(process1, 9)
  expect(applied(before, await read(after, `?since=${before.version}`)).has('g/new')).toBe(true)
})

it('a page may end at the longest id there is', async () => {
  const longest = `g/${'丁'.repeat(510)}`
  await recordServers(opened.context.db, { source: 'file', precedence: 1 }, [testServer(longest)], now, uncategorized)
  const after = later(process1, 9)
  const { scores } = await read(after)
  const place = scores.findIndex(({ toolId }) => toolId === longest)
  const { cursor } = await read(after, `?limit=${place + 1}`)
  expect(await read(after, `?limit=1&cursor=${cursor}`)).toMatchObject({ scores: scores.slice(place + 1, place + 2) })
})
