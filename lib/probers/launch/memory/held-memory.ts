import { open, readFile, statfs } from 'node:fs/promises'
import { heldByProcesses } from '../process-tree'
import { WRITABLE_BYTES } from '../sandbox'

/** Of a file, a folder or an attribute in memory; the kernel counts as much for each. */
const BYTES_A_FILE = 1024
/**
 * What a pipe holds until the pipes of a user hold `pipe-user-pages-soft` pages, and after that. The filter refuses
 * larger ones.
 */
const PIPE_BYTES = 65_536
const LATER_PIPE_BYTES = 8192
const DEFAULT_PIPE_PAGES = 16_384
const PAGE_BYTES = 4096
/** Of `rmem_max` and `wmem_max`, where they cannot be read. */
const DEFAULT_SOCKET_BYTES = 212_992
/** Of the tables of connections: some 6,000. More are not those of a server that nobody can reach. */
const MOST_TABLE_BYTES = 1_000_000

/**
 * Memory that the processes of a sandbox hold, in bytes: their own, files in memory with what names them, and at most
 * what their pipes and sockets can hold. `pid` is the process that started the sandbox. Not counted: other objects of
 * the kernel, as file locks or the records of mappings.
 */
export async function heldMemory(pid: number): Promise<number> {
  const { pids, bytes, descriptors } = await heldByProcesses(pid)
  // The first process that bubblewrap starts has its own network from its beginning.
  const first = pids[1]
  if (first === undefined) return bytes
  const [files, pipes, sockets] = await Promise.all([inFiles(first), inPipes(descriptors), inSockets(first)])
  return bytes + files + pipes + sockets
}

/**
 * In the writable folders of the sandbox, whose file systems can hold no more than `WRITABLE_BYTES` each and have that
 * size.
 */
async function inFiles(pid: number): Promise<number> {
  const sizes = Object.entries(WRITABLE_BYTES).map(async ([path, most]) => {
    try {
      const { bsize, blocks, bfree, files, ffree } = await statfs(`/proc/${pid}/root${path}`)
      // Before bubblewrap has changed its root there are the folders of the machine.
      if (blocks !== Math.ceil(most / bsize)) return 0
      return (blocks - bfree) * bsize + (files - ffree) * BYTES_A_FILE
    } catch (error) {
      // Root without the right to look into processes of other users.
      return 'code' in (error as Error) && (error as NodeJS.ErrnoException).code === 'EACCES' ? most : 0
    }
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function inPipes(descriptors: number): Promise<number> {
  const pages = await systemNumber('fs/pipe-user-pages-soft', DEFAULT_PIPE_PAGES)
  const all = descriptors * PIPE_BYTES
  // 0: there is no such bound.
  return pages === 0 ? all : Math.min(all, pages * PAGE_BYTES + descriptors * LATER_PIPE_BYTES)
}

/** Of the network namespace of a process: also of those that no process has open, as they are on their way to one. */
async function inSockets(pid: number): Promise<number> {
  const limits = ['net/core/rmem_max', 'net/core/wmem_max'].map((name) => systemNumber(name, DEFAULT_SOCKET_BYTES))
  const [counts, ...rest] = await Promise.all([
    readFile(`/proc/${pid}/net/sockstat`, 'latin1').catch(() => ''),
    ...['tcp', 'tcp6'].map((table) => queuedIn(`/proc/${pid}/net/${table}`)),
  ])
  const used = Number(/^sockets: used (\d+)$/m.exec(counts)?.[1] ?? 0)
  // The kernel doubles what a program asks for.
  const each = 2 * Math.max(...(await Promise.all(limits)))
  return used * each + rest.reduce((sum, bytes) => sum + 2 * bytes, 0)
}

/** Bytes in the queues of a table of connections, which the kernel lets grow beyond what it allows other sockets. */
async function queuedIn(path: string): Promise<number> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return 0
  let bytes = 0
  let rest = ''
  try {
    let read = 0
    for await (const piece of file.createReadStream({ autoClose: false, encoding: 'latin1' })) {
      read += piece.length
      if (read > MOST_TABLE_BYTES) return Number.POSITIVE_INFINITY
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) bytes += inQueues(line)
    }
    return bytes
  } catch {
    // The process has ended.
    return bytes
  } finally {
    await file.close()
  }
}

/** The fifth column is `tx_queue:rx_queue`. */
function inQueues(line: string): number {
  const queues = /^\s*\d+: \S+ \S+ [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /.exec(line)
  return queues === null ? 0 : Number.parseInt(queues[1] ?? '0', 16) + Number.parseInt(queues[2] ?? '0', 16)
}

const known = new Map<string, Promise<number>>()

function systemNumber(name: string, otherwise: number): Promise<number> {
  const reading =
    known.get(name) ??
    readFile(`/proc/sys/${name}`, 'utf8').then(
      (text) => Number(text.trim()),
      () => otherwise,
    )
  known.set(name, reading)
  return reading
}
