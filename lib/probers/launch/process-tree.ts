import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const KILOBYTE = 1024
/** As RLIMIT_NPROC allows no more, a longer list is not of one sandbox. */
const MOST_PROCESSES = 2_000
const CHECKED_EVERY_MS = 10
/** The kernel writes some 1,500. */
const MOST_COUNTER_BYTES = 16_000
/** The kernel needs longer only for processes that wait for a device. */
const MOST_GONE_CHECKS = 300

/** What the processes of a tree hold together. */
export interface HeldByProcesses {
  /** Their ids, the first one's first and before its descendants'. */
  pids: readonly number[]
  /**
   * Anonymous and shared memory, in memory or swapped out, and their page tables; what several of them map is counted
   * for each.
   */
  bytes: number
  /** At least the number of open files. */
  descriptors: number
}

export async function heldByProcesses(pid: number): Promise<HeldByProcesses> {
  const pids = [pid]
  let bytes = 0
  let descriptors = 0
  for (let at = 0; at < pids.length && at < MOST_PROCESSES; at += 1) {
    const [status, children] = await Promise.all([statusOf(pids[at] ?? 0), childrenOf(pids[at] ?? 0)])
    bytes += sumOf(status, /^(?:RssAnon|RssShmem|VmSwap|VmPTE):\s+(\d+) kB$/gm) * KILOBYTE
    descriptors += sumOf(status, /^FDSize:\s+(\d+)$/gm)
    pids.push(...children)
  }
  return { pids, bytes, descriptors }
}

function statusOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
}

function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0)
}

/** A process is listed by the thread that started it. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').map(Number).filter(Boolean))
}

/**
 * The first process that `pid` starts: of a sandbox the one whose end ends all the others. undefined: `pid` started
 * none before `over` aborts.
 */
export async function firstChildOf(pid: number | undefined, over: AbortSignal): Promise<number | undefined> {
  while (pid !== undefined && !over.aborted) {
    const [child] = await childrenOf(pid)
    if (child !== undefined) return child
    await pause(CHECKED_EVERY_MS, undefined, { signal: over }).catch(() => undefined)
  }
  return undefined
}

/**
 * Resolves once a process has ended: the first one of a namespace ends after all the others. false: it still runs after
 * some seconds.
 */
export async function hasEnded(pid: number | undefined): Promise<boolean> {
  for (let check = 0; pid !== undefined && check < MOST_GONE_CHECKS; check += 1) {
    const status = await statusOf(pid)
    // Nobody may have read the status of one that has ended.
    if (status === '' || /^State:\s+[ZX]/m.test(status)) return true
    await pause(CHECKED_EVERY_MS)
  }
  return pid === undefined
}

/** Whether a process of the same network namespace accepts TCP connections. */
export async function listensOnPort(pid: number): Promise<boolean> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid}/net/${table}`, 'utf8').catch(() => '')),
  )
  // The fourth column is the state, and 0A is LISTEN.
  return tables.some((table) => /^\s*\d+: \S+ \S+ 0A /m.test(table))
}

/**
 * Counters of a network namespace that grow where a connection was refused or had no route, or no name server answered.
 */
const FAILED_ATTEMPTS = ['Ip OutNoRoutes', 'Tcp AttemptFails', 'Udp NoPorts']

/**
 * Opens the counters of the network namespace of a process: they can be read also after it has ended. undefined: it has
 * ended before.
 */
export function openNetworkCounters(pid: number): Promise<FileHandle | undefined> {
  return open(`/proc/${pid}/net/snmp`).catch(() => undefined)
}

/** Whether a process of the network namespace with these counters tried in vain to reach something. */
export async function triedNetwork(counters: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await counters.read(Buffer.alloc(MOST_COUNTER_BYTES), 0, MOST_COUNTER_BYTES, 0)
  const lines = buffer.toString('latin1', 0, bytesRead).split('\n')
  // Pairs of lines: names of counters, and their values.
  return lines.some((line, at) => {
    const [protocol, ...names] = line.split(/:? /)
    const [, ...values] = (lines[at + 1] ?? '').split(' ')
    return names.some((name, n) => FAILED_ATTEMPTS.includes(`${protocol} ${name}`) && Number(values[n]) > 0)
  })
}
