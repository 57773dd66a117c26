import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { xml2js } from 'xml-js'
import { openMemo } from '../api/cache/memo'
import type { Context } from '../api/context'
import { openTestContext } from '../api/test-context'
import { OPEN_GATE } from '../http/gate'
import { openBreakages } from '../store/breakages/breakage-openings'
import { closeBreakages, listOpenOfServers } from '../store/breakages/breakages'
import { servers } from '../store/catalog/catalog-schema'
import { listServerKeys } from '../store/catalog/profiles'
import { testServer, testTool } from '../store/test-catalog'
import { breakageFeedOf } from './breakage-feeds'
import type { IncidentRecord } from './contract/breakages'
import { breakagesAtomEndpoint } from './operations/breakages-atom'
import { breakagesJsonFeedEndpoint } from './operations/breakages-json-feed'
import { breakagesRssEndpoint } from './operations/breakages-rss'

const now = new Date('2026-11-20T12:00:00Z')
const BASE = 'https://assay.test'
const HOSTILE = `]]>]]> <script>alert('1')</script> & "x" \u0000\u0008\u001b\u000b\ufffe\ud800 \u202eevil\u2066 天`

type Xml = { elements?: Xml[]; name?: string; text?: string; cdata?: string; attributes?: Record<string, string> }
/** Parsed by a strict parser, which throws where it is not well formed. */
const parse = (text: string): Xml => {
  // Characters that no XML may contain, not even escaped.
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  return xml2js(text, { compact: false }) as Xml
}
const all = (xml: Xml, name: string): Xml[] =>
  (xml.elements ?? []).flatMap((inner) => [...(inner.name === name ? [inner] : []), ...all(inner, name)])
const textOf = (xml: Xml | undefined) => (xml?.elements ?? []).map(({ text, cdata }) => text ?? cdata ?? '').join('')

let opened: Awaited<ReturnType<typeof openTestContext>>
let context: Context
beforeAll(async () => {
  const tools = [testTool('a'), testTool('b')]
  opened = await openTestContext(
    [testServer('g/one & two/天', { title: '<b>One</b>', tools }), testServer('g/h1'), testServer('g/h2')],
    now,
  )
  context = { ...opened.context, memo: openMemo(), gate: OPEN_GATE, address: null, baseUrl: BASE }
  const { db } = context
  const keys = await db.select({ serverKey: servers.key }).from(servers).orderBy(servers.key)
  const evidence = { code: 'connect_failed', text: 'The connection was refused or broke.', at: now.toISOString() }
  const shared = {
    toolId: null,
    kind: 'down',
    severity: 'major',
    evidence,
    startWindow: { after: now, before: now },
  } as const
  const whatOf = (index: number) => (index === 0 ? 'one.example' : 'shared.example')
  await db.transaction((tx) =>
    openBreakages(
      tx,
      keys.map(({ serverKey }, index) => ({
        ...shared,
        serverKey,
        correlationKeys: [{ cause: 'host' as const, what: whatOf(index) }],
      })),
      now,
    ),
  )
})
afterAll(() => opened.close())

const endpoints = { rss: breakagesRssEndpoint, atom: breakagesAtomEndpoint, json: breakagesJsonFeedEndpoint }
const get = async (form: keyof typeof endpoints, headers: Record<string, string> = {}) =>
  endpoints[form].handle(new Request(`${BASE}${endpoints[form].contract.path}`, { headers }), context)

describe('the breakages', () => {
  it('are RSS 2.0: one item an open incident, whose id is its address', async () => {
    const answer = await get('rss')
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const rss = parse(await answer.text())
    expect(all(rss, 'rss')[0]?.attributes?.version).toBe('2.0')
    const items = all(rss, 'item')
    expect(items.map((item) => textOf(all(item, 'guid')[0]))).toEqual(
      expect.arrayContaining([`${BASE}/incidents/inc_1`, `${BASE}/incidents/inc_2`]),
    )
    expect(items).toHaveLength(2)
    const [one, several] = [1, 2].map((key) =>
      items.find((item) => textOf(all(item, 'guid')[0]) === `${BASE}/incidents/inc_${key}`),
    )
    expect(textOf(all(one as Xml, 'title')[0])).toBe('&lt;b&gt;One&lt;/b&gt;: down')
    expect(textOf(all(one as Xml, 'link')[0])).toBe(`${BASE}/incidents/inc_1`)
    expect(textOf(all(one as Xml, 'pubDate')[0])).toBe(now.toUTCString())
    expect(textOf(all(several as Xml, 'title')[0])).toBe('2 servers on shared.example: down')
    expect(textOf(all(several as Xml, 'link')[0])).toBe(`${BASE}/incidents/inc_2`)
  })

  it('are Atom 1.0, with all that RFC 4287 asks for', async () => {
    const answer = await get('atom')
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const atom = parse(await answer.text())
    const [feed] = all(atom, 'feed')
    expect(feed?.attributes?.xmlns).toBe('http://www.w3.org/2005/Atom')
    for (const place of [feed as Xml, ...all(atom, 'entry')]) {
      for (const name of ['id', 'title', 'updated']) expect(textOf(all(place, name)[0])).not.toBe('')
    }
    expect(all(feed as Xml, 'author')).toHaveLength(1)
    expect(all(atom, 'entry').map((entry) => new URL(textOf(all(entry, 'id')[0])).pathname)).toContain(
      '/incidents/inc_2',
    )
    expect(all(atom, 'link').find(({ attributes }) => attributes?.rel === 'self')?.attributes?.href).toBe(
      `${BASE}/v1/breakages.atom`,
    )
  })

  it('are JSON Feed 1.1, with all that it requires', async () => {
    const answer = await get('json')
    expect(answer.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const feed = (await answer.json()) as Record<string, unknown> & { items: Record<string, string>[] }
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Assay: what broke and what recovered',
      feed_url: `${BASE}/v1/breakages.feed.json`,
      authors: [{ name: 'Assay', url: BASE }],
    })
    expect(feed).not.toHaveProperty('author')
    expect(feed.items).toHaveLength(2)
    expect(feed.items.map(({ title }) => title)).toContain('<b>One</b>: down')
    for (const item of feed.items) {
      expect(item.id).toMatch(/^https:\/\/assay\.test\/incidents\/inc_\d$/)
      expect(item.content_html).toContain('<ul>')
      expect(new Date(item.date_published ?? '')).toEqual(now)
    }
  })

  it.each(['rss', 'atom', 'json'] as const)('as %s are not sent to who has them', async (form) => {
    const etag = (await get(form)).headers.get('etag') ?? ''
    expect((await get(form, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('the feeds of a server and of a category', () => {
  const read = async (query: string) => {
    const request = new Request(`${BASE}/v1/breakages.atom?${query}`)
    const answer = await breakagesAtomEndpoint.handle(request, context)
    return { status: answer.status, body: await answer.text() }
  }

  it('have only its incidents, and links to themselves and to the page with the same filter', async () => {
    const { body } = await read(`server=${encodeURIComponent('g/one & two/天')}&category=other`)
    const atom = parse(body)
    expect(all(atom, 'entry').map((entry) => textOf(all(entry, 'title')[0]))).toEqual(['&lt;b&gt;One&lt;/b&gt;: down'])
    const links = all(all(atom, 'feed')[0] as Xml, 'link').map(({ attributes }) => attributes?.href ?? '')
    const query = '?server=g%2Fone+%26+two%2F%E5%A4%A9&category=other'
    expect(links).toEqual(expect.arrayContaining([`${BASE}/incidents${query}`, `${BASE}/v1/breakages.atom${query}`]))
  })

  it('are empty where nothing of it is broken, and refused where it is not known', async () => {
    expect(all(parse((await read('category=files')).body), 'entry')).toEqual([])
    expect(await read('category=filse')).toMatchObject({
      status: 404,
      body: expect.stringContaining('unknown_category'),
    })
    expect(await read('server=g/none')).toMatchObject({ status: 404, body: expect.stringContaining('unknown_tool') })
  })
})

describe('an incident that ended', () => {
  const read = async (form: keyof typeof endpoints, query: string) => {
    const request = new Request(`${BASE}${endpoints[form].contract.path}?${query}`)
    return (await endpoints[form].handle(request, context)).text()
  }
  const ended = new Date(now.getTime() + 1_800_000)

  beforeAll(async () => {
    const { db } = context
    const open = await listOpenOfServers(db, [...(await listServerKeys(db, ['g/h2'])).values()])
    await db.transaction((tx) =>
      closeBreakages(
        tx,
        open.map(({ key }) => key),
        ended,
      ),
    )
    const rest = await listOpenOfServers(db, [...(await listServerKeys(db, ['g/h1'])).values()])
    await db.transaction((tx) =>
      closeBreakages(
        tx,
        rest.map(({ key }) => key),
        ended,
      ),
    )
  })

  it('has an item for its beginning and one for its end, each with an address of its own', async () => {
    const { items } = JSON.parse(await read('json', 'server=g/h1')) as { items: Record<string, string>[] }
    expect(items.map(({ id, title, date_published }) => [id, title, date_published])).toEqual([
      [`${BASE}/incidents/inc_2#ended`, '2 servers on shared.example: down, ended', ended.toISOString()],
      [`${BASE}/incidents/inc_2`, '2 servers on shared.example: down', now.toISOString()],
    ])
    expect(items[0]?.content_html).toContain('Ended after 30 minutes.')
    const rss = parse(await read('rss', 'server=g/h1'))
    expect(all(rss, 'guid').map(textOf)).toContain(`${BASE}/incidents/inc_2#ended`)
  })

  it('is in the feed of several servers', async () => {
    const one = encodeURIComponent('g/one & two/天')
    const atom = parse(await read('atom', `server=g/h1&server=${one}`))
    expect(new Set(all(atom, 'entry').map((entry) => textOf(all(entry, 'id')[0])))).toEqual(
      new Set([`${BASE}/incidents/inc_1`, `${BASE}/incidents/inc_2`, `${BASE}/incidents/inc_2#ended`]),
    )
    expect(await read('atom', `server=g/h1&server=g/none`)).toContain('unknown_tool')
  })
})

describe('text of a third party', () => {
  const evidence = [{ code: 'x', text: HOSTILE, at: now.toISOString() }]
  const breakage = {
    id: 'brk_1',
    serverId: `g/a'"<>&]]>`,
    serverTitle: HOSTILE,
    toolIds: [],
    tools: 1,
    kind: 'down',
    severity: 'major',
  } as const
  const times = { openedAt: now.toISOString(), lastSeenAt: now.toISOString() }
  const one = {
    id: 'inc_1',
    cause: 'host',
    what: HOSTILE,
    kinds: ['down'],
    severity: 'major',
    servers: 1,
    serversInAll: 1,
    tools: 1,
    closedAt: null,
    ...times,
  } as const
  const shown = {
    ...breakage,
    ...times,
    closedAt: null,
    times: 1,
    evidence,
    recommendation: 'avoid',
    group: 'inc_1',
  } as const
  const incidents: IncidentRecord[] = [
    { ...one, kinds: [...one.kinds], breakages: [{ ...shown, toolIds: [], evidence }] },
    { ...one, id: 'inc_2', servers: 2, serversInAll: 2, kinds: [...one.kinds], breakages: [] },
  ]
  const feed = breakageFeedOf(incidents, BASE, now)

  it('is shown and does nothing', () => {
    for (const text of [feed.rss2(), feed.atom1()]) {
      const parsed = parse(text)
      expect([...all(parsed, 'script'), ...all(parsed, 'b')]).toEqual([])
      const [title] = all(parsed, 'item')
        .concat(all(parsed, 'entry'))
        .map((item) => textOf(all(item, 'title')[0]))
      expect(title).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;')
      expect(title).toContain('天')
    }
    const { items } = JSON.parse(feed.json1()) as { items: { content_html: string }[] }
    expect(items[0]?.content_html).not.toMatch(/<script|\p{Cc}|\u202e/u)
    expect(items[0]?.content_html).toContain('&lt;script&gt;')
  })

  it('is absent where nothing is broken, and the feeds are whole all the same', () => {
    const none = breakageFeedOf([], BASE, now)
    expect(all(parse(none.rss2()), 'item')).toEqual([])
    expect(textOf(all(parse(none.atom1()), 'updated')[0])).toBe('2026-11-20T00:00:00.000Z')
    expect(JSON.parse(none.json1()).items).toEqual([])
  })
})
