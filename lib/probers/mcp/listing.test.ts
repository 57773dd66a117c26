import { describe, expect, test } from 'vitest'
import { modernServer, olderServer, type Responder, result, rpcError, tool } from '../test-mcp'
import { probe } from '../test-servers'

/** Answers each page by its cursor, the first by `''`. */
function pages(answers: (cursor: string) => object): Responder {
  return (message, response, request) => {
    const { cursor = '' } = message.params as { cursor?: string }
    result(answers(cursor))(message, response, request)
  }
}

async function listed(listing: Responder, options = {}) {
  const server = await modernServer({ 'tools/list': listing })
  const found = await probe(server.url, options)
  return {
    ...found,
    names: found.tools?.map(({ name }) => name),
    asked: server.methods().length - 1,
    seen: server.seen,
  }
}

describe('pages', () => {
  test('are all requested, with the common parameters', async () => {
    const listing = pages((cursor) =>
      cursor === '' ? { tools: [tool('a')], nextCursor: 'second' } : { tools: [tool('b')] },
    )
    const { names, toolsCut, seen } = await listed(listing)
    expect(names).toEqual(['a', 'b'])
    expect(toolsCut).toBe(false)
    expect(seen[2]?.params).toMatchObject({ cursor: 'second', _meta: expect.any(Object) })
    const older = await olderServer({ 'tools/list': listing })
    const found = await probe(older.url)
    expect(found.tools).toHaveLength(2)
    expect(older.seen.find(({ params }) => params.cursor !== undefined)?.params).toEqual({ cursor: 'second' })
  })

  test.each([[null], [''], [7], [{}]])('end at a cursor that is none: %j', async (nextCursor) => {
    const { names, asked, toolsCut } = await listed(pages(() => ({ tools: [tool('a')], nextCursor })))
    expect({ names, asked, toolsCut }).toEqual({ names: ['a'], asked: 1, toolsCut: false })
  })

  test('end at a repeated cursor', async () => {
    const listing = pages((cursor) => ({ tools: [tool(`after ${cursor}`)], nextCursor: cursor === 'x' ? 'y' : 'x' }))
    const { asked, toolsCut, notes, reason } = await listed(listing)
    expect({ asked, toolsCut, reason }).toEqual({ asked: 3, toolsCut: true, reason: 'answered' })
    expect(notes).toEqual(['Its listing repeats a cursor: reading stopped there.'])
  })

  test('end after a hundred', async () => {
    const listing = pages((cursor) => ({ tools: [tool(`tool ${cursor}`)], nextCursor: `${Number(cursor) + 1}` }))
    const { asked, toolsCut, names, notes } = await listed(listing)
    expect({ asked, toolsCut }).toEqual({ asked: 100, toolsCut: true })
    expect(names).toHaveLength(100)
    expect(notes.join()).toMatch(/more than 100 pages/)
  })

  test('end when they are larger in all than an answer may be', async () => {
    const description = 'x'.repeat(1_900)
    const listing = pages((cursor) => ({
      tools: [tool(`tool ${cursor}`, { description })],
      nextCursor: `${Number(cursor) + 1}`,
    }))
    const { asked, toolsCut, notes } = await listed(listing, { maxAnswerBytes: 5_000 })
    expect({ asked, toolsCut }).toEqual({ asked: 3, toolsCut: true })
    expect(notes.join()).toMatch(/larger in all/)
  })

  test('end at a cursor too long to send back', async () => {
    const { asked, toolsCut } = await listed(pages(() => ({ tools: [tool('a')], nextCursor: 'x'.repeat(10_000) })))
    expect({ asked, toolsCut }).toEqual({ asked: 1, toolsCut: true })
  })

  test.each<[string, Responder, string]>([
    ['an error of the protocol', rpcError(-32_603), 'protocol_error'],
    ['no tools', result({}), 'not_the_protocol'],
    ['silence', () => {}, 'timed_out'],
  ])('of which one is answered by %s are not a listing', async (_, answer, reason) => {
    const listing: Responder = (message, response, request) => {
      const isFirst = message.params.cursor === undefined
      const page = isFirst ? result({ tools: [tool('a')], nextCursor: 'x' }) : answer
      page(message, response, request)
    }
    const found = await listed(listing, { deadlineMs: 1_000 })
    expect(found).toMatchObject({ reason, generation: 'modern', tools: null })
    expect(found.notes.at(-1)).toBe('It answered the handshake, but not with its whole listing.')
  })
})

describe('tools', () => {
  test('over the limit are left out and counted', async () => {
    const tools = Array.from({ length: 12 }, (_, index) => tool(`tool ${index}`))
    const { names, toolsCut, notes } = await listed(result({ tools }), { maxTools: 10 })
    expect(names).toHaveLength(10)
    expect(toolsCut).toBe(true)
    expect(notes).toEqual(['2 tools over the limit: left out.'])
    const all = await listed(result({ tools }), { maxTools: 12 })
    expect(all).toMatchObject({ toolsCut: false, notes: [] })
    const more = await listed(
      pages(() => ({ tools, nextCursor: 'x' })),
      { maxTools: 12 },
    )
    expect(more).toMatchObject({ toolsCut: true, asked: 1 })
  })

  test('unusual names are kept as they are', async () => {
    const odd = ['a/b', 'with spaces', 'Ünïcode', '天气', '.dots.', '👩‍💻', 'می‌خواهم', 'x'.repeat(256), '..']
    const { names, notes } = await listed(result({ tools: odd.map((name) => tool(name)) }))
    expect(names).toEqual(odd)
    expect(notes).toEqual([])
  })

  test('dangerous names, and second tools of a name, are left out', async () => {
    const hostile = [
      '',
      'a\nb',
      'a\u0000',
      'a\u202eb',
      'a\u200bb',
      'a\u2066b',
      'a\u2028b',
      'a\ud800',
      'a\u{e0041}',
      'a\u{e0101}',
      'x'.repeat(257),
    ]
    const entries = [
      ...hostile.map((name) => tool(name)),
      { name: 7 },
      null,
      'a',
      [],
      {},
      tool('a'),
      tool('a', { title: 'Other' }),
    ]
    const { tools, notes, toolsCut } = await listed(result({ tools: entries }))
    expect(tools).toMatchObject([{ name: 'a', title: null }])
    expect(notes).toEqual([
      '16 tools without a usable name: left out.',
      '1 tool under a name already listed: left out.',
    ])
    expect(toolsCut).toBe(false)
  })

  test('descriptions and titles are cleaned and capped; other types count as none', async () => {
    const entries = [
      tool('long', { description: 'x'.repeat(5_000), title: 'T'.repeat(500) }),
      tool('sly', { description: 'read\u202eme', title: 'a\nb' }),
      tool('odd', { description: 7, title: {}, annotations: 'none' }),
    ]
    const { tools, notes } = await listed(result({ tools: entries }))
    const [long, sly, odd] = tools ?? []
    expect(long?.description.length).toBe(2_000)
    expect(long?.title?.length).toBeLessThanOrEqual(256)
    expect(sly).toMatchObject({ description: 'readme', title: 'a b' })
    expect(odd).toMatchObject({ description: '', title: null, annotations: null })
    expect(notes).toEqual(['Descriptions changed: 2 (over 2000 characters, or dangerous characters).'])
  })

  test('schemas that are objects, and annotations of the right type, are kept', async () => {
    const annotations = { title: 'A', readOnlyHint: true, destructiveHint: 'no', idempotentHint: false, more: 1 }
    const schema = { type: 'object', properties: { q: { type: 'string' } } }
    const entries = [
      { name: 'a', inputSchema: schema, outputSchema: schema, annotations },
      { name: 'b', inputSchema: 'none', outputSchema: [] },
    ]
    const { tools } = await listed(result({ tools: entries }))
    expect(tools).toMatchObject([
      {
        inputSchema: schema,
        outputSchema: schema,
        annotations: { title: 'A', readOnlyHint: true, idempotentHint: false },
      },
      { inputSchema: null, outputSchema: null, annotations: null },
    ])
    expect(tools?.[0]?.annotations).not.toHaveProperty('destructiveHint')
    expect(tools?.[0]?.annotations).not.toHaveProperty('more')
  })

  test('may be missing', async () => {
    expect(await listed(result({ tools: [] }))).toMatchObject({
      reason: 'answered_without_tools',
      tools: [],
      notes: [],
    })
  })
})

test('one that is empty is read again by the next probe', async () => {
  expect(await listed(result({ tools: [], ttlMs: 60_000 }))).toMatchObject({ tools: [], validForMs: null })
})

test.each([
  [60_000, 60_000],
  [-1, null],
  ['60000', null],
  [Number.MAX_VALUE, Number.MAX_VALUE],
])('a listing that declares itself valid for %j ms is so for %j', async (ttlMs, validForMs) => {
  expect(await listed(result({ tools: [tool('a')], ttlMs }))).toMatchObject({ validForMs, notes: [] })
})
