import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What draws: answers each element with one message. */
export interface PictureThread {
  postMessage(element: unknown): void
  on(event: 'message', listener: (answer: PictureReply) => void): unknown
  on(event: 'error', listener: (cause: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): unknown
}
type PictureReply = { bytes: Uint8Array<ArrayBuffer> } | { fault: string }

/**
 * Draws an element, made of names, properties and texts without functions, as a PNG. Rejects with `PicturesFull` where
 * too many wait, else where it could not be drawn.
 */
export type DrawPicture = (element: unknown) => Promise<Uint8Array<ArrayBuffer>>

export class PicturesFull extends Error {
  override name = 'PicturesFull'
}

interface DrawerSettings {
  start(): PictureThread
  /** Pictures that may wait for the one that is drawn. */
  mostWaiting: number
  /**
   * The longest that one picture may take with the start of the thread, and how long a thread without work is kept, in
   * ms.
   */
  withinMs: number
  idleMs: number
}

interface Job {
  element: unknown
  resolve(bytes: Uint8Array<ArrayBuffer>): void
  reject(cause: unknown): void
}

/**
 * Pictures, drawn one after the other in a thread that is started for the first one and ended when there is nothing to
 * draw for a while. A thread that fails, ends or takes too long is ended with the picture that it draws; the next one
 * gets another thread.
 */
export function openPictureDrawer({ start, mostWaiting, withinMs, idleMs }: DrawerSettings): DrawPicture {
  const waiting: Job[] = []
  let thread: PictureThread | undefined
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms).unref()
  }
  const end = () => {
    const ended = thread
    thread = undefined
    ended?.terminate()
  }
  const finish = (settle: (job: Job) => void) => {
    const job = current
    current = undefined
    after(idleMs, end)
    if (job !== undefined) settle(job)
    next()
  }
  const fail = (cause: unknown) => {
    end()
    finish(({ reject }) => reject(cause))
  }
  const begin = (): PictureThread => {
    const begun = start()
    const ifCurrent =
      <Given>(act: (given: Given) => void) =>
      (given: Given) => {
        if (thread === begun) act(given)
      }
    begun.on(
      'message',
      ifCurrent((answer: PictureReply) =>
        finish(({ resolve, reject }) => ('bytes' in answer ? resolve(answer.bytes) : reject(new Error(answer.fault)))),
      ),
    )
    begun.on('error', ifCurrent(fail))
    begun.on(
      'exit',
      ifCurrent((code: number) => fail(new Error(`the thread that draws pictures ended with code ${code}`))),
    )
    return begun
  }
  const next = () => {
    if (current !== undefined) return
    current = waiting.shift()
    if (current === undefined) return
    after(withinMs, () => fail(new Error(`a picture was not drawn within ${withinMs} ms`)))
    try {
      thread ??= begin()
      thread.postMessage(current.element)
    } catch (cause) {
      fail(cause)
    }
  }
  return (element) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting)
        return reject(new PicturesFull('Too many pictures are being asked for at once.'))
      waiting.push({ element, resolve, reject })
      next()
    })
}

/** Beyond it the thread ends, and nothing else. The memory of its WASM modules is not counted. */
const HEAP_MB = 256

/** The thread, from a file that no bundle has: it loads Next's own library for pictures. */
export function startPictureThread(): PictureThread {
  const inProject = (path: string) => join(process.cwd(), path)
  const workerData = {
    regular: inProject('app/_fonts/picture-regular.ttf'),
    bold: inProject('app/_fonts/picture-bold.ttf'),
  }
  const file = inProject('lib/runtime/files/picture-thread.mjs')
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  worker.unref()
  return worker
}
