import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LaunchSettings } from '../../prober'

const PREFIX = 'assay-launch-'
/**
 * Where the processes of this service move when its cgroup gets groups below it: the kernel allows processes in the
 * lowest groups only.
 */
const OWN_GROUP = 'assay-service'
const REMOVAL_TRIES = 50
const REMOVAL_PAUSE_MS = 20

/** A cgroup of one launch, below that of this service. */
export interface MemoryGroup {
  /** The file that a process writes its id to. */
  procs: string
  /** Whether the kernel ended the group because its memory was at the limit. */
  wasExceeded(): Promise<boolean>
}

/**
 * Runs one step with a cgroup (version 2) that limits memory and is removed afterwards; null: this service may make
 * none.
 */
export async function withMemoryGroup<T>(
  { memoryBytes, processes }: LaunchSettings,
  step: (group: MemoryGroup | null) => Promise<T>,
): Promise<T> {
  const parent = await delegated()
  if (parent === null) return step(null)
  const group = join(parent, PREFIX + randomBytes(8).toString('hex'))
  await mkdir(group)
  try {
    await writeFile(join(group, 'memory.max'), `${memoryBytes}`)
    await writeFile(join(group, 'memory.oom.group'), '1')
    // Of a kernel without swap, or where the number of processes is not delegated, there is none.
    await writeFile(join(group, 'memory.swap.max'), '0', { flag: 'r+' }).catch(() => undefined)
    await writeFile(join(group, 'pids.max'), `${processes}`, { flag: 'r+' }).catch(() => undefined)
    return await step({
      procs: join(group, 'cgroup.procs'),
      wasExceeded: async () => /^oom_kill [1-9]/m.test(await textOf(join(group, 'memory.events'))),
    })
  } finally {
    await remove(group)
  }
}

let known: Promise<string | null> | undefined

/** The group below which this service may make others that limit memory. It is looked for once in a process. */
function delegated(): Promise<string | null> {
  known ??= findDelegated().catch(() => null)
  return known
}

async function findDelegated(): Promise<string | null> {
  const unit = await unitGroup()
  if (unit === null) return null
  await access(join(unit, 'cgroup.procs'), constants.W_OK)
  await enableMemory(unit)
  for (const name of await readdir(unit)) {
    // Left by a process that was killed; one that is in use stays.
    if (name.startsWith(PREFIX)) await rmdir(join(unit, name)).catch(() => undefined)
  }
  const tried = join(unit, `${PREFIX}${process.pid}`)
  await mkdir(tried)
  try {
    await access(join(tried, 'memory.max'), constants.W_OK)
  } finally {
    await rmdir(tried)
  }
  return unit
}

/**
 * The group of the systemd service that this process is part of, or the root of a container's cgroup namespace; null:
 * it is in no such group, or cgroups are of version 1. Groups of other kinds, as those of a login, are not this
 * service's own.
 */
async function unitGroup(): Promise<string | null> {
  const own = /^0::(.*)$/m.exec(await textOf('/proc/self/cgroup'))?.[1]
  const mount = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(await textOf('/proc/self/mountinfo'))
  const [, root = '', point = ''] = mount ?? []
  if (own === undefined || mount === null) return null
  const here = join(point, relative(root, own))
  // With DelegateSubgroup, or after a move below, the processes are one level lower.
  for (const group of [here, dirname(here)]) if (group === point || group.endsWith('.service')) return group
  return null
}

async function enableMemory(group: string): Promise<void> {
  const has = async (file: string, controller: string) =>
    (await textOf(join(group, file))).split(/\s+/).includes(controller)
  if (await has('cgroup.subtree_control', 'memory')) return
  const wanted = (await has('cgroup.controllers', 'pids')) ? '+memory +pids' : '+memory'
  const enable = () => writeFile(join(group, 'cgroup.subtree_control'), wanted)
  try {
    await enable()
  } catch {
    await moveProcesses(group)
    await enable()
  }
}

async function moveProcesses(group: string): Promise<void> {
  const own = join(group, OWN_GROUP)
  await mkdir(own, { recursive: true })
  for (const pid of (await textOf(join(group, 'cgroup.procs'))).split('\n').filter(Boolean)) {
    // It may have ended.
    await writeFile(join(own, 'cgroup.procs'), pid).catch(() => undefined)
  }
}

/** The kernel lets a group go once its last process is gone, which is a moment after that was killed. */
async function remove(group: string): Promise<void> {
  for (let turn = 0; turn < REMOVAL_TRIES; turn += 1) {
    const removed = await rmdir(group).then(
      () => true,
      () => false,
    )
    if (removed) return
    await pause(REMOVAL_PAUSE_MS)
  }
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
