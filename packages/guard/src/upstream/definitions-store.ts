import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkSum } from 'assay-hook/state/check-sum'
import { makePrivate } from 'assay-hook/state/state-folder'
import { writeWhole } from 'assay-hook/state/write-whole'
import type { Launch } from '../servers/configured-server.ts'
import type { Definitions } from './definitions.ts'

/** Whether a server speaks a generation of the protocol; null: not known. */
export type Spoken = Readonly<Record<Definitions['era'], boolean | null>>

/** What is known of a server from earlier. */
export interface Remembered {
  definitions: Definitions
  spoken: Spoken
}

/** Where the definitions of servers are kept between runs. */
export interface DefinitionsStore {
  read(launch: Launch): Remembered | null
  /** What cannot be written is not remembered. */
  write(launch: Launch, remembered: Remembered): void
  /** Whether a server was asked before and gave no answer. */
  isUnanswered(launch: Launch): boolean
  noteUnanswered(launch: Launch): void
}

/** A larger file is neither written nor read. */
const MOST_BYTES = 33_554_432
const FORMAT = 'assay-guard definitions 1'

/** Keeps a file for each server in a folder that is private. Nothing of its environment or of its headers is in it. */
export function definitionsFolder(folder: string): DefinitionsStore {
  const pathOf = (launch: Launch) => join(folder, `${digestOf(launch)}.json`)
  const notePathOf = (launch: Launch) => join(folder, `${digestOf(launch)}.unanswered`)
  return {
    read: (launch) => readRemembered(pathOf(launch)),
    write(launch, remembered) {
      try {
        const json = JSON.stringify(remembered)
        const text = `${FORMAT} ${checkSum(json)}\n${json}\n`
        if (Buffer.byteLength(text) > MOST_BYTES) return
        makePrivate(folder)
        writeWhole(pathOf(launch), text, { isLasting: false })
      } catch {
        // The disk is full or the folder is gone: the next start asks the server again.
      }
    },
    isUnanswered: (launch) => existsSync(notePathOf(launch)),
    noteUnanswered(launch) {
      try {
        makePrivate(folder)
        writeWhole(notePathOf(launch), '', { isLasting: false })
      } catch {
        // The next start waits for it, too.
      }
    },
  }
}

/** Keeps it as long as the process runs. */
export function definitionsInMemory(): DefinitionsStore {
  const kept = new Map<string, Remembered>()
  const unanswered = new Set<string>()
  return {
    read: (launch) => kept.get(digestOf(launch)) ?? null,
    write: (launch, remembered) => void kept.set(digestOf(launch), remembered),
    isUnanswered: (launch) => unanswered.has(digestOf(launch)),
    noteUnanswered: (launch) => void unanswered.add(digestOf(launch)),
  }
}

/** By what servers are distinguished: its command and arguments, or its address. */
function digestOf(launch: Launch): string {
  const { kind } = launch
  const identity = kind === 'stdio' ? [kind, launch.command, launch.args, launch.cwd] : [launch.transport, launch.url]
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
}

/** null: there is none, or it is damaged. */
function readRemembered(path: string): Remembered | null {
  try {
    const stat = statSync(path)
    // A pipe would be waited for.
    if (!stat.isFile() || stat.size > MOST_BYTES) return null
    const text = readFileSync(path, 'utf8')
    const end = text.indexOf('\n')
    const json = text.slice(end + 1, -1)
    return text.slice(0, end) === `${FORMAT} ${checkSum(json)}` ? JSON.parse(json) : null
  } catch {
    return null
  }
}
