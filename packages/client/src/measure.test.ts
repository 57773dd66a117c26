import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { OutcomeEvent } from './answer-forms.ts'
import { createClient } from './client.ts'
import { measured, type WrapOptions } from './measure.ts'

const ID = 'garden/northwind/file-cabinet/read_file'
let events: OutcomeEvent[] = []
const wrap = <Wrapped extends (...given: never[]) => unknown>(fn: Wrapped, options: WrapOptions<Wrapped> = {}) =>
  measured(ID, fn, options, (event) => events.push(event))

beforeEach(() => {
  events = []
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

describe('a wrapped function', () => {
  it('is of the same type, with its name, length and members', () => {
    function read(path: string, _more?: number): string {
      return `of ${path}`
    }
    const wrapped = wrap(Object.assign(read, { version: 2 }))
    expectTypeOf(wrapped).toEqualTypeOf<((path: string, _more?: number) => string) & { version: number }>()
    expect([wrapped.name, wrapped.length, wrapped.version]).toEqual(['read', 2, 2])
    expect(wrapped('a')).toBe('of a')
    const generic = wrap(<Value>(value: Value): Value[] => [value])
    expectTypeOf(generic<number>).toEqualTypeOf<(value: number) => number[]>()
    expect(generic('x')).toEqual(['x'])
  })

  it('that is synchronous stays so, and is reported with its latency', () => {
    expect(wrap(() => vi.advanceTimersByTime(12) && 7)()).toBeTruthy()
    expect(events).toEqual([{ toolId: ID, success: true, latencyMs: 12 }])
  })

  it('that is asynchronous stays so, and is reported when it has settled', async () => {
    let answer: (value: string) => void = () => {}
    const answered = wrap(() => new Promise<string>((resolve) => (answer = resolve)))()
    vi.advanceTimersByTime(340)
    expect(events).toEqual([])
    answer('done')
    expect(await answered).toBe('done')
    expect(events).toEqual([{ toolId: ID, success: true, latencyMs: 340 }])
  })

  it('throws the very same error', async () => {
    const error = Object.assign(new Error('words about the call'), { status: 503 })
    const thrown = wrap(() => {
      throw error
    })
    expect(() => thrown()).toThrow(error)
    await expect(wrap(() => Promise.reject(error))()).rejects.toBe(error)
    const oddity = { code: 'ECONNRESET' }
    await expect(wrap(() => Promise.reject(oddity))()).rejects.toBe(oddity)
    expect(() => wrap(() => JSON.parse('{'))()).toThrow(SyntaxError)
    expect(events).toEqual([
      { toolId: ID, success: false, latencyMs: 0, errorClass: 'unavailable' },
      { toolId: ID, success: false, latencyMs: 0, errorClass: 'unavailable' },
      { toolId: ID, success: false, latencyMs: 0, errorClass: 'network' },
      { toolId: ID, success: false, latencyMs: 0 },
    ])
  })

  it('does not report a call that its caller cancelled', async () => {
    const given = AbortSignal.abort()
    await expect(wrap(async () => given.throwIfAborted())()).rejects.toThrow()
    expect(events).toEqual([])
  })

  it('keeps its `this` and its arguments', async () => {
    class Cabinet {
      #files = new Map([['a', 'text']])
      read = wrap(async function (this: Cabinet, ...path: string[]) {
        return [this.#files.get(path[0] ?? ''), path.length]
      })
    }
    expect(await new Cabinet().read('a', 'b', 'c')).toEqual(['text', 3])
    const client = {
      name: 'one',
      call: wrap(function (this: { name: string }) {
        return this.name
      }),
    }
    expect(client.call()).toBe('one')
    expect(events).toHaveLength(2)
  })

  it('leaves an unhandled rejection unhandled', async () => {
    const before = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    const unhandled = new Promise((resolve) => process.once('unhandledRejection', resolve))
    const error = new Error('nobody handles this')
    void wrap(() => Promise.reject(error))()
    expect(await unhandled).toBe(error)
    for (const listener of before) process.on('unhandledRejection', listener)
  })

  it('returns other thenables untouched, and does not measure them', () => {
    const then = vi.fn()
    class OwnPromise extends Promise<number> {}
    const oddities = [
      { then },
      Object.assign(() => 1, { then }),
      OwnPromise.resolve(1),
      Object.assign(Promise.resolve(1), { cancel: () => {} }),
      (async function* () {})(),
      new Proxy(
        {},
        {
          has: () => {
            throw new Error('must not be read')
          },
        },
      ),
    ]
    for (const oddity of oddities) expect(wrap(() => oddity)()).toBe(oddity)
    expect(then).not.toHaveBeenCalled()
    expect(events).toEqual([])
  })

  it('measures promises of another realm', async () => {
    const foreign = runInNewContext('(async (value) => value + 1)') as (value: number) => Promise<number>
    expect(await wrap(foreign)(1)).toBe(2)
    expect(events).toHaveLength(1)
  })
})

describe('options of the caller', () => {
  it('classify errors', async () => {
    const fails = async () => {
      throw new Error('quota')
    }
    await expect(wrap(fails, { classify: () => 'rate_limit' })()).rejects.toThrow('quota')
    await expect(wrap(fails, { classify: () => undefined })()).rejects.toThrow('quota')
    await expect(wrap(fails, { classify: () => 'quota of ada@example.org' as never })()).rejects.toThrow('quota')
    expect(events.map(({ errorClass }) => errorClass)).toEqual(['rate_limit', undefined, undefined])
  })

  it('tell which results are failures', async () => {
    const call = async (isError: boolean) => ({ isError, content: 'words' })
    const wrapped = wrap(call, { failed: (result) => result.isError })
    await wrapped(true)
    await wrapped(false)
    await wrap(call, { failed: ({ isError }) => (isError ? 'schema' : undefined) })(true)
    expect(events).toEqual([
      { toolId: ID, success: false, latencyMs: 0 },
      { toolId: ID, success: true, latencyMs: 0 },
      { toolId: ID, success: false, latencyMs: 0, errorClass: 'schema' },
    ])
  })

  it('break nothing where they throw', async () => {
    const broken = () => {
      throw new Error('thrown by the option')
    }
    expect(await wrap(async () => 1, { failed: broken })()).toBe(1)
    await expect(wrap(() => Promise.reject(new Error('own')), { classify: broken })()).rejects.toThrow('own')
    expect(events.map(({ success }) => success)).toEqual([true, false])
  })
})

describe('wrapping', () => {
  it('works with malformed ids, whose events are dropped', async () => {
    const client = createClient({ baseUrl: 'https://a.example', fetch: () => expect.fail('nothing is to be sent') })
    expect(client.wrap('a//b', () => 1)()).toBe(1)
    expect(client.wrap(undefined as never, () => 1)()).toBe(1)
    expect(await client.close()).toBe(true)
    expect(client.stats()).toEqual({ pending: 0, accepted: 0, ignored: 0, dropped: 2, lastProblem: null })
  })
})
