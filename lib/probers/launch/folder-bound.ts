import { setTimeout as pause } from 'node:timers/promises'
import { runProcess } from './bounded-process'

/** A folder holds more bytes, or more files, than was allowed. */
export class FolderTooLarge extends Error {
  constructor() {
    super('the folder is larger than allowed')
    this.name = 'FolderTooLarge'
  }
}

const MEASURED_EVERY_MS = 500
const KILOBYTE = 1024
/**
 * Files and folders. Servers have up to some forty thousand; each takes memory of the kernel, and time to be removed.
 */
const MOST_FILES = 100_000

/**
 * Runs one step that fills a folder. Its signal aborts with `FolderTooLarge` once the folder holds more than `bytes` or
 * `files`, which is measured twice a second and at the end.
 */
export async function withinBytes<T>(
  folder: string,
  bytes: number,
  signal: AbortSignal,
  step: (signal: AbortSignal) => Promise<T>,
  files = MOST_FILES,
): Promise<T> {
  const tooLarge = new AbortController()
  const over = new AbortController()
  const isOver = async () =>
    (await measured(folder, '-sk')) * KILOBYTE > bytes || (await measured(folder, '--inodes', '-s')) > files
  const watching = (async () => {
    while (!over.signal.aborted) {
      if (await isOver()) return tooLarge.abort(new FolderTooLarge())
      await pause(MEASURED_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  try {
    const result = await step(AbortSignal.any([signal, tooLarge.signal]))
    if (await isOver()) throw new FolderTooLarge()
    return result
  } finally {
    over.abort()
    await watching
  }
}

/** What `du` counts; 0 where it cannot be measured. Not with a signal: it ends by itself. */
async function measured(folder: string, ...options: readonly string[]): Promise<number> {
  const bounds = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, signal: new AbortController().signal }
  // While files come and go it ends with 1 and prints the size all the same.
  const { stdout } = await runProcess(['du', ...options, folder], bounds)
  return Number.parseInt(stdout, 10) || 0
}
