import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LearnedFile = 'alternatives-weights' | 'category-weights' | 'search-weights'

const read = new Map<LearnedFile, Uint8Array>()

/**
 * A shipped file of learned weights, read once per process, in memory that threads share. Throws an error that names
 * the file where it is missing.
 */
export function readLearnedFile(name: LearnedFile): Uint8Array {
  const known = read.get(name)
  if (known !== undefined) return known
  const path = `lib/search/weights/${name}.bin`
  try {
    const file = readFileSync(join(process.cwd(), path))
    const bytes = new Uint8Array(new SharedArrayBuffer(file.length))
    bytes.set(file)
    read.set(name, bytes)
    return bytes
  } catch (cause) {
    throw new Error(`cannot read ${path}: it is part of the repository, and the process must start in its root`, {
      cause,
    })
  }
}
