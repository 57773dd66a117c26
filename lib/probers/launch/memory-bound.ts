import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The processes of a sandbox hold more memory together than was allowed. */
export class MemoryExceeded extends Error {
  constructor() {
    super('the processes hold more memory than allowed')
    this.name = 'MemoryExceeded'
  }
}

const MEASURED_EVERY_MS = 250
const KILOBYTE = 1024
/** As RLIMIT_NPROC allows no more, a longer list is not of one sandbox. */
const MOST_PROCESSES = 2_000

/** Runs one step; its signal aborts with `MemoryExceeded` once a process and all it started hold more than `bytes`, which is measured four times a second. */
export async function withinMemory<T>(
  pid: number | undefined,
  bytes: number,
  signal: AbortSignal,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exceeded = new AbortController()
  const over = new AbortController()
  const watching = (async () => {
    while (pid !== undefined && !over.signal.aborted) {
      if ((await memoryOf(pid)) > bytes) return exceeded.abort(new MemoryExceeded())
      await pause(MEASURED_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  try {
    return await step(AbortSignal.any([signal, exceeded.signal]))
  } finally {
    over.abort()
    await watching
  }
}

/** Anonymous and shared memory of a process and its descendants, in bytes; files that several of them map are not counted. */
async function memoryOf(pid: number): Promise<number> {
  const pids = [pid]
  let bytes = 0
  for (let at = 0; at < pids.length && at < MOST_PROCESSES; at += 1) {
    const [own, children] = await Promise.all([ownMemory(pids[at] ?? 0), childrenOf(pids[at] ?? 0)])
    bytes += own
    pids.push(...children)
  }
  return bytes
}

async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const sizes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)]
  return sizes.reduce((sum, [, size]) => sum + Number(size) * KILOBYTE, 0)
}

/** A process is listed by the thread that started it. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').map(Number).filter(Boolean))
}
