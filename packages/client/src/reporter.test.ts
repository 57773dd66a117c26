import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATIONS } from '../../../lib/contract/operations'
import { createClient } from './client.ts'
import { answer, deadAddress, startOracle } from './test-oracle.ts'

const TAKEN = answer(200, { accepted: 1, ignored: 0, credits: 1 })
const EVENT = { toolId: 'garden/northwind/file-cabinet/read_file', success: true, latencyMs: 3 }
const DAY_MS = 86_400_000

describe('reports over a real connection', () => {
  it('arrive as in the contract, with the four members of an event and no data of the call', async () => {
    const oracle = await startOracle(answer(200, { accepted: 2, ignored: 1, credits: 2 }))
    const client = createClient({ baseUrl: oracle.baseUrl, key: 'assay_k' })
    const call = client.wrap('garden/a/b', async (secret: string) => ({ answer: secret }))
    const fails = client.wrap('garden/a/c', (secret: string) => {
      throw Object.assign(new Error(secret), { status: 503, body: secret })
    })
    await call('the secret')
    expect(() => fails('the secret')).toThrow('the secret')
    client.report({ ...EVENT, arguments: 'the secret' } as never)
    expect(await client.flush()).toBe(true)
    expect(oracle.seen).toHaveLength(1)
    const [{ method, path, headers, body } = expect.fail('nothing came')] = oracle.seen
    expect([method, path, headers['content-type'], headers.authorization]).toEqual([
      'POST',
      '/v1/ingest',
      'application/json',
      'Bearer assay_k',
    ])
    const { events } = OPERATIONS.ingest.body.schema.parse(JSON.parse(body))
    expect(events).toEqual([
      { toolId: 'garden/a/b', success: true, latencyMs: expect.any(Number) },
      { toolId: 'garden/a/c', success: false, latencyMs: expect.any(Number), errorClass: 'unavailable' },
      EVENT,
    ])
    expect(JSON.stringify(oracle.seen)).not.toContain('secret')
    expect(client.stats()).toEqual({ pending: 0, accepted: 2, ignored: 1, dropped: 0, lastProblem: null })
  })

  it('are sent again under the same key when the connection broke', async () => {
    const oracle = await startOracle((response) => void response.destroy(), TAKEN)
    const client = createClient({ baseUrl: oracle.baseUrl })
    client.report(EVENT)
    expect(await client.flush(20_000)).toBe(true)
    expect(oracle.seen).toHaveLength(2)
    expect(oracle.seen[1]?.headers['idempotency-key']).toBe(oracle.seen[0]?.headers['idempotency-key'])
    expect(oracle.seen[1]?.body).toBe(oracle.seen[0]?.body)
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 1, dropped: 0, lastProblem: 'no_answer' })
  })

  it('to an unreachable service do not throw, and closing drops them', async () => {
    const client = createClient({ baseUrl: await deadAddress() })
    client.report(EVENT)
    expect(await client.flush(1)).toBe(false)
    await expect.poll(() => client.stats().lastProblem).toBe('no_answer')
    expect(await client.close(50)).toBe(false)
    expect(client.stats()).toEqual({ pending: 0, accepted: 0, ignored: 0, dropped: 1, lastProblem: 'no_answer' })
    client.report(EVENT)
    expect(client.stats()).toMatchObject({ pending: 0, dropped: 2 })
    expect(await client.close()).toBe(true)
  })
})

describe('the queue', () => {
  interface Sent {
    key: string
    events: number
    keepalive: boolean
  }
  let sent: Sent[] = []
  let respond: () => Response | Promise<Response>
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { status, headers })
  const taken = () => json(200, { accepted: sent.at(-1)?.events ?? 0, ignored: 0 })
  const open = (more: object = {}) => {
    const fetch = async (_: string, init: RequestInit) => {
      sent.push({
        key: new Headers(init.headers).get('idempotency-key') ?? '',
        events: JSON.parse(String(init.body)).events.length,
        keepalive: init.keepalive ?? false,
      })
      return respond()
    }
    return createClient({ baseUrl: 'https://assay.example', fetch, ...more })
  }
  const reportTimes = (client: ReturnType<typeof open>, times: number) => {
    for (let index = 0; index < times; index += 1) client.report(EVENT)
  }
  const sizes = () => sent.map(({ events }) => events)

  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    respond = taken
  })
  afterEach(() => vi.useRealTimers())

  it('is sent after the flush interval, in one batch', async () => {
    const client = open({ flushIntervalMs: 5_000 })
    reportTimes(client, 3)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([3])
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 3 })
    reportTimes(client, 1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sizes()).toEqual([3, 1])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('is sent when it is long enough, but not within the call of report', async () => {
    const client = open({ batchSize: 10 })
    reportTimes(client, 9)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([])
    reportTimes(client, 2)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(0)
    expect(sizes()).toEqual([11])
  })

  it('is sent in batches of at most a thousand, one after another', async () => {
    let answerOne: (response: Response) => void = () => {}
    respond = () => new Promise((resolve) => (answerOne = resolve))
    const client = open()
    reportTimes(client, 2_100)
    const flushed = client.flush(60_000)
    for (const events of [1_000, 1_000, 100]) {
      expect(sizes().at(-1)).toBe(events)
      answerOne(taken())
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(await flushed).toBe(true)
    expect(sizes()).toEqual([1_000, 1_000, 100])
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 2_100, dropped: 0 })
  })

  it('drops and counts the oldest events beyond its size', async () => {
    const client = open({ queueSize: 5, batchSize: 1_000 })
    for (let index = 0; index < 12; index += 1) client.report({ ...EVENT, latencyMs: index })
    expect(client.stats()).toMatchObject({ pending: 5, dropped: 7 })
    await client.flush()
    expect(sizes()).toEqual([5])
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 5, dropped: 7 })
  })

  it.each([
    ['500', () => json(500, {})],
    ['503', () => json(503, {})],
    ['408', () => json(408, {})],
    ['an HTML page', () => new Response('<html>Sign in</html>')],
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
  ])('retries a batch after %s with growing waits, under one key, and gives it up in the end', async (_, failing) => {
    respond = failing
    const client = open()
    reportTimes(client, 2)
    const flushed = client.flush(3_600_000)
    await vi.advanceTimersByTimeAsync(400)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(700)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent).toHaveLength(10)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(await flushed).toBe(true)
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 0, dropped: 2 })
  })

  it('goes on with the next batch after giving one up', async () => {
    respond = () => (sent.length > 10 ? taken() : json(500, {}))
    const client = open()
    reportTimes(client, 1)
    void client.flush()
    reportTimes(client, 3)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sizes().slice(-2)).toEqual([1, 3])
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 3, dropped: 1, lastProblem: 'http_500' })
  })

  it('waits for Retry-After, also on flush', async () => {
    respond = () => (sent.length === 1 ? json(429, {}, { 'retry-after': '90' }) : taken())
    const client = open()
    reportTimes(client, 1)
    const flushed = client.flush(200_000)
    await vi.advanceTimersByTimeAsync(60_000)
    void client.flush()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(2)
    expect(await flushed).toBe(true)
  })

  it('retries at once on flush, unless the service asked to wait', async () => {
    respond = () => (sent.length < 4 ? json(500, {}) : taken())
    const client = open()
    reportTimes(client, 1)
    for (let index = 0; index < 4; index += 1) {
      void client.flush()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(sent).toHaveLength(4)
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 1 })
  })

  it.each([400, 401, 403, 404, 413, 422])(
    'drops a batch that is refused with %i and sends the next',
    async (status) => {
      respond = () => (sent.length === 1 ? json(status, { code: 'x' }) : taken())
      const client = open()
      reportTimes(client, 2)
      expect(await client.flush()).toBe(true)
      expect(client.stats()).toMatchObject({ pending: 0, dropped: 2, lastProblem: `http_${status}` })
      reportTimes(client, 1)
      await client.flush()
      expect(sizes()).toEqual([2, 1])
      expect(client.stats()).toMatchObject({ pending: 0, accepted: 1, dropped: 2 })
    },
  )

  it('gives a batch up when its key has become too old, as after the machine slept', async () => {
    respond = () => (sent.length === 1 ? json(503, {}) : taken())
    const client = open()
    reportTimes(client, 2)
    void client.flush()
    await vi.advanceTimersByTimeAsync(100)
    vi.setSystemTime(Date.now() + DAY_MS)
    reportTimes(client, 1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sizes()).toEqual([2, 1])
    expect(client.stats()).toMatchObject({ pending: 0, accepted: 1, dropped: 2 })
  })

  it('waits at most an hour for Retry-After', async () => {
    respond = () => (sent.length === 1 ? json(429, {}, { 'retry-after': '99999999' }) : taken())
    const client = open()
    reportTimes(client, 1)
    void client.flush()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent).toHaveLength(2)
  })

  it('flushes within its time, and returns that it did not finish', async () => {
    respond = () => new Promise(() => {})
    const client = open()
    reportTimes(client, 1)
    const flushed = client.flush(500)
    await vi.advanceTimersByTimeAsync(500)
    expect(await flushed).toBe(false)
    expect(client.stats()).toMatchObject({ pending: 1, dropped: 0 })
  })

  it('is empty after closing, with no timer left behind', async () => {
    respond = () => json(503, {}, { 'retry-after': '600' })
    const client = open()
    reportTimes(client, 3)
    const closed = client.close(100)
    await vi.advanceTimersByTimeAsync(100)
    expect(await closed).toBe(false)
    expect(client.stats()).toMatchObject({ pending: 0, dropped: 3 })
    expect(vi.getTimerCount()).toBe(0)
  })

  describe('of a page', () => {
    const page = { document: new EventTarget(), window: new EventTarget(), state: 'visible' }
    beforeEach(() => {
      page.document = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => page.state })
      page.window = new EventTarget()
      page.state = 'visible'
      vi.stubGlobal('document', page.document)
      vi.stubGlobal('location', { href: 'https://page.example/' })
      vi.stubGlobal('addEventListener', page.window.addEventListener.bind(page.window))
      vi.stubGlobal('removeEventListener', page.window.removeEventListener.bind(page.window))
    })
    afterEach(() => vi.unstubAllGlobals())
    const hide = () => {
      page.state = 'hidden'
      page.document.dispatchEvent(new Event('visibilitychange'))
    }

    it('is sent at once when the page is hidden, with keepalive', () => {
      const client = open()
      reportTimes(client, 2)
      page.document.dispatchEvent(new Event('visibilitychange'))
      expect(sent).toEqual([])
      hide()
      expect(sent).toMatchObject([{ events: 2, keepalive: true }])
      reportTimes(client, 3)
      page.window.dispatchEvent(new Event('pagehide'))
      expect(sizes()).toEqual([2, 3])
    })

    it('never sends more at once than keepalive allows', () => {
      respond = () => new Promise(() => {})
      const bodies: number[] = []
      const fetch = (_: string, init: RequestInit) => {
        bodies.push(String(init.body).length)
        return new Promise<Response>(() => {})
      }
      const client = createClient({ baseUrl: 'https://assay.example', fetch })
      reportTimes(client, 3_000)
      hide()
      page.window.dispatchEvent(new Event('pagehide'))
      expect(bodies).toHaveLength(2)
      expect(bodies.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(65_536)
    })

    it('retries at once when the page is hidden', async () => {
      respond = () => (sent.length === 1 ? json(500, {}) : taken())
      const client = open()
      reportTimes(client, 1)
      void client.flush()
      await vi.advanceTimersByTimeAsync(0)
      hide()
      expect(sent).toHaveLength(2)
    })

    it('has no listeners after closing', async () => {
      const client = open()
      await client.close()
      reportTimes(client, 1)
      hide()
      expect(sent).toEqual([])
    })
  })
})
