import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { buildSegment } from '../../search/index/build-segment'
import { encodeSegment } from '../../search/index/segment'
import { decodeWeights } from '../../search/rank/weights'
import { readLearnedFile } from '../../store/search/learned-files'
import { openThreadHost, rankInThread, type ThreadOrder, type ThreadReply } from './rank-in-thread'
import { type IndexBytes, type RankingHost, rankHere, UnreadableIndex } from './ranking-host'

const weightBytes = readLearnedFile('search-weights')
const weights = decodeWeights(weightBytes)
const document = (name: string, description: string) => ({
  ...{ id: `s/one/${name}`, serverId: 's/one', name, title: null, description },
  ...{ parameters: '', serverTitle: 'One', serverDescription: '' },
})
const FORECAST = document('get_forecast', 'Weather of tomorrow for a city.')
const EMAIL = document('send_email', 'Sends an email to a person.')
const bytesOf = (...documents: (typeof FORECAST)[]) => encodeSegment(buildSegment(weights, documents))
const BASE: IndexBytes = { base: bytesOf(FORECAST, EMAIL), baseVersion: '1', recent: null, gone: [] }

let host: RankingHost
afterEach(() => host.close())
const find = async (text: string) => (await host.rank({ text, limit: 10, least: 0 })).map(({ id }) => id)

describe.each([
  ['on this thread', rankHere],
  ['in a thread', rankInThread],
])('%s', (_name, open) => {
  test('ranks in what was loaded last; bytes that are no index do not replace it', async () => {
    host = open(() => weightBytes)
    await host.load(BASE)
    expect((await find('weather of tomorrow'))[0]).toBe(FORECAST.id)
    const subject = { ...EMAIL, kind: 'tool' as const, inputSchema: null }
    const [candidate] = await host.alike({ subject })
    expect(candidate?.id).toBe(EMAIL.id)
    if (candidate === undefined) throw new Error('nothing is alike')
    const [same] = await host.same({ original: subject, candidates: [{ candidate, compared: subject }] })
    expect(same?.probability).toBeGreaterThan(0.5)
    await host.load({
      ...BASE,
      recent: bytesOf({ ...EMAIL, name: 'tides', description: 'High water.' }),
      gone: [FORECAST.id],
    })
    expect(await find('weather of tomorrow')).not.toContain(FORECAST.id)
    expect(await find('high water')).toEqual([EMAIL.id])
    await expect(host.load({ ...BASE, baseVersion: '2', base: new Uint8Array(64) })).rejects.toThrow(UnreadableIndex)
    expect(await find('high water')).toEqual([EMAIL.id])
  })
})

/** A thread that answers as the test says; undefined: never. */
class FakeThread extends EventEmitter {
  readonly orders: ThreadOrder[] = []
  constructor(readonly answer: (order: ThreadOrder) => ThreadReply | undefined) {
    super()
  }
  postMessage(order: ThreadOrder) {
    this.orders.push(order)
    const reply = this.answer(order)
    if (reply !== undefined) setImmediate(() => this.emit('message', reply))
  }
  async terminate() {
    this.emit('exit', 1)
  }
}

describe('a thread that ends', () => {
  const answered = (order: ThreadOrder): ThreadReply => ({
    number: order.number,
    answer: order.kind === 'load' ? null : [],
  })
  const onlyLoads = (order: ThreadOrder) => (order.kind === 'load' ? answered(order) : undefined)
  const threads: FakeThread[] = []
  const openWith = async (...answers: FakeThread['answer'][]) => {
    threads.length = 0
    host = openThreadHost(
      () => weightBytes,
      () => {
        const thread = new FakeThread(answers[threads.length] ?? answered)
        threads.push(thread)
        return thread as unknown as Worker
      },
    )
    await host.load(BASE)
  }

  test('is replaced: what it had is asked of the next one, over the same index', async () => {
    await openWith(onlyLoads)
    const found = find('weather')
    threads[0]?.emit('exit', 1)
    expect(await found).toEqual([])
    expect(threads[1]?.orders.map(({ kind }) => kind)).toEqual(['load', 'rank'])
    expect(await find('more')).toEqual([])
    expect(threads).toHaveLength(2)
  })

  test('twice with the same search: that one fails, the next is answered', async () => {
    await openWith(onlyLoads, onlyLoads)
    const found = expect(find('weather')).rejects.toThrow('the thread that ranks ended')
    threads[0]?.emit('exit', 1)
    threads[1]?.emit('exit', 1)
    await found
    expect(await find('more')).toEqual([])
  })

  test('while too many searches wait, others are asked to come back', async () => {
    await openWith(onlyLoads)
    const waiting = Array.from({ length: 128 }, () => find('weather').catch(() => undefined))
    await expect(find('weather')).rejects.toMatchObject({ code: 'not_ready', extra: { retryAfterSeconds: 1 } })
    threads[0]?.emit('exit', 1)
    await Promise.all(waiting)
  })
})
