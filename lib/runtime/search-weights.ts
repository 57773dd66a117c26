import { readFileSync } from 'node:fs'
import { ConfigError } from '../config'
import { decodeWeights } from '../search/rank/weights'
import { readLearnedFile } from '../store/search/learned-files'

/**
 * The bytes of the weights of search that a process works with: those of the file that `SEARCH_WEIGHTS` names, read and
 * checked here; null: those shipped, read when they are first asked for. Throws `ConfigError` where the named file
 * cannot be read or holds no such weights.
 */
export function openSearchWeights(path: string | null): () => Uint8Array {
  if (path === null) return () => readLearnedFile('search-weights')
  const bytes = bytesOf(path)
  try {
    decodeWeights(bytes)
  } catch (cause) {
    throw fault('the file holds no search weights of this version', cause)
  }
  return () => bytes
}

function bytesOf(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path))
  } catch (cause) {
    throw fault(`the file cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause)
  }
}

/** The path is not repeated: messages about settings never repeat a value. */
function fault(why: string, cause: unknown): ConfigError {
  return new ConfigError([`SEARCH_WEIGHTS: ${why}. \`npm run train\` writes one; unset, the shipped one is used.`], {
    cause,
  })
}
