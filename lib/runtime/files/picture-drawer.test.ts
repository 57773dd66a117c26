import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPictureDrawer, PicturesFull, type PictureThread } from './picture-drawer'

const PNG = new Uint8Array([1, 2, 3])

/** A thread that answers when the test says so. */
class FakeThread extends EventEmitter implements PictureThread {
  given: unknown[] = []
  isEnded = false
  postMessage(element: unknown) {
    this.given.push(element)
  }
  terminate() {
    this.isEnded = true
    this.emit('exit', 1)
  }
}

function world(mostWaiting = 2) {
  const threads: FakeThread[] = []
  const start = () => {
    const thread = new FakeThread()
    threads.push(thread)
    return thread
  }
  return { draw: openPictureDrawer({ start, mostWaiting, withinMs: 1000, idleMs: 5000 }), threads }
}

describe('the drawer of pictures', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('starts its thread with the first picture, and draws one after the other in it', async () => {
    const { draw, threads } = world()
    expect(threads).toHaveLength(0)
    const both = [draw('a'), draw('b')]
    expect(threads.map(({ given }) => given)).toEqual([['a']])
    threads[0]?.emit('message', { bytes: PNG })
    expect(threads.map(({ given }) => given)).toEqual([['a', 'b']])
    threads[0]?.emit('message', { bytes: PNG })
    expect(await Promise.all(both)).toEqual([PNG, PNG])
  })

  test('refuses a picture where too many wait', async () => {
    const { draw } = world()
    for (const name of ['a', 'b', 'c']) draw(name).catch(() => undefined)
    await expect(draw('d')).rejects.toThrow(PicturesFull)
  })

  test.each<[string, (thread: FakeThread) => void]>([
    ['fails', (thread) => thread.emit('error', new Error('out of memory'))],
    ['ends', (thread) => thread.emit('exit', 9)],
    ['does not answer in time', () => vi.advanceTimersByTime(1000)],
  ])('where its thread %s rejects that picture, and draws the next one in another thread', async (_, act) => {
    const { draw, threads } = world()
    const [first, second] = [draw('a'), draw('b')]
    const failed = expect(first).rejects.toThrow()
    act(threads[0] as FakeThread)
    await failed
    expect(threads[0]?.isEnded).toBe(true)
    expect(threads[1]?.given).toEqual(['b'])
    threads[0]?.emit('message', { bytes: new Uint8Array(9) })
    threads[1]?.emit('message', { bytes: PNG })
    expect(await second).toEqual(PNG)
  })

  test('rejects a picture that cannot be drawn, and keeps the thread', async () => {
    const { draw, threads } = world()
    const failed = expect(draw('a')).rejects.toThrow('bad')
    threads[0]?.emit('message', { fault: 'bad' })
    await failed
    void draw('b')
    expect(threads.map(({ given }) => given)).toEqual([['a', 'b']])
  })

  test('rejects where no thread can be started, and starts one for the next picture', async () => {
    let isBroken = true
    const thread = new FakeThread()
    const start = () => {
      if (isBroken) throw new Error('no threads')
      return thread
    }
    const draw = openPictureDrawer({ start, mostWaiting: 2, withinMs: 1000, idleMs: 5000 })
    await expect(draw('a')).rejects.toThrow('no threads')
    isBroken = false
    void draw('b')
    expect(thread.given).toEqual(['b'])
  })

  test('ends a thread that has nothing to draw', async () => {
    const { draw, threads } = world()
    const drawn = draw('a')
    threads[0]?.emit('message', { bytes: PNG })
    await drawn
    vi.advanceTimersByTime(5000)
    expect(threads[0]?.isEnded).toBe(true)
    void draw('b')
    expect(threads).toHaveLength(2)
  })
})
