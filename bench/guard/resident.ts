import { readdirSync, readFileSync } from 'node:fs'

/** Memory of a process in MB. Linux. */
export interface Resident {
  /** Pages that several processes share count by their share. */
  pss: number
  /** Pages of this process alone. */
  own: number
  rss: number
}

export function residentOf(pid: number): Resident {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6
  const rounded = (value: number) => Math.round(value)
  return {
    pss: rounded(megabytes('Pss')),
    own: rounded(megabytes('Private_Clean') + megabytes('Private_Dirty')),
    rss: rounded(megabytes('Rss')),
  }
}

/** Memory of a process and of all that it has started, in MB. Linux. */
export function residentOfTree(pid: number): Resident {
  const below = readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOf(pid, thread).map(residentOfTree))
  const sum = (one: Resident, other: Resident): Resident => ({
    pss: one.pss + other.pss,
    own: one.own + other.own,
    rss: one.rss + other.rss,
  })
  return below.reduce(sum, residentOf(pid))
}

function childrenOf(pid: number, thread: string): number[] {
  return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
