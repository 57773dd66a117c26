import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Checkpoint, parseCheckpointText } from 'assay-tlog/note/checkpoint'
import { parseNote } from 'assay-tlog/note/signed-note'
import { takeFolderLock } from 'assay-tlog/storage/folder-lock'

/** The state file is not what a witness wrote. It must not be replaced: without it a witness would cosign a fork. */
class StateDamaged extends Error {
  constructor(path: string, options?: ErrorOptions) {
    super(
      `${path} is not the state of a witness. Restore it from a copy; a witness that forgets what it cosigned would cosign a fork.`,
      options,
    )
    this.name = 'StateDamaged'
  }
}

/** The checkpoint cosigned last of one log. `note`: with the signatures of the log and of the witness. */
interface Cosigned extends Checkpoint {
  note: string
}

export type WitnessState = ReadonlyMap<string, Cosigned>

/** The state of a file, by origin; empty where there is none. Throws `StateDamaged`. */
export function readWitnessState(path: string): WitnessState {
  if (!existsSync(path)) return new Map()
  let notes: unknown
  try {
    notes = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StateDamaged(path, { cause })
  }
  if (typeof notes !== 'object' || notes === null || Array.isArray(notes)) throw new StateDamaged(path)
  const state = new Map<string, Cosigned>()
  for (const [origin, note] of Object.entries(notes)) {
    const checkpoint = typeof note === 'string' ? parseCheckpointText(parseNote(note)?.text ?? '') : undefined
    if (checkpoint?.origin !== origin) throw new StateDamaged(path)
    state.set(origin, { ...checkpoint, note })
  }
  return state
}

/**
 * Runs `decide` on the state while nobody else changes it, this process or another, and writes the note that it
 * returns, durably, before it resolves. Throws `TlogInUse` where another process has the state file at this moment.
 */
export async function updateWitnessState(
  path: string,
  decide: (state: WitnessState) => { origin: string; note: string } | null,
): Promise<void> {
  const lock = await takeFolderLock(`${path}.lock`, path)
  try {
    const state = readWitnessState(path)
    const change = decide(state)
    if (change === null) return
    const notes = Object.fromEntries([...state].map(([origin, { note }]) => [origin, note]))
    await replaceFile(path, `${JSON.stringify({ ...notes, [change.origin]: change.note }, null, 1)}\n`)
  } finally {
    await lock.release()
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
