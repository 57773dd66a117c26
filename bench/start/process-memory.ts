import { readdirSync, readFileSync } from 'node:fs'
import { residentOf } from '../guard/resident'

/** Memory in MB (PSS: pages that processes share count by their share) of a service's processes. */
export interface ProcessMemory {
  /** Without the reference servers. */
  service: number
  reference: number
  /** By process id and script. */
  processes: Readonly<Record<string, number>>
}

/** What the four reference servers are started with. */
const REFERENCE = /@modelcontextprotocol\/server-/

/**
 * Memory of a child of this process that runs this script, and of all that it started (Linux): 0 where there is none.
 * Processes that end meanwhile are left out.
 */
export function memoryOfChild(script: string): ProcessMemory {
  const children = childrenByParent()
  const own = children.get(process.pid) ?? []
  const tree = own.filter((pid) => commandOf(pid).includes(script))
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  const measured = tree.flatMap((pid) => {
    try {
      return [{ id: pid, words: commandOf(pid), mb: residentOf(pid).pss }]
    } catch {
      return []
    }
  })
  const sum = (isReference: boolean) =>
    measured.filter(({ words }) => REFERENCE.test(words) === isReference).reduce((total, { mb }) => total + mb, 0)
  return {
    service: sum(false),
    reference: sum(true),
    processes: Object.fromEntries(measured.map(({ id, words, mb }) => [`${id} ${scriptIn(words)}`, mb])),
  }
}

function scriptIn(command: string): string {
  return command.split(' ').findLast((word) => /\.m?js$/.test(word)) ?? command
}

function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return children
}

/** Empty where the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may contain anything.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}
