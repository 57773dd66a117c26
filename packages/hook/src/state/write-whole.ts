import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

let written = 0

/**
 * Replaces a file, so that whoever reads meanwhile, or after the disk filled up, reads a whole one. Throws where it
 * cannot be written; the file is then as it was. `isLasting` false: after a loss of power it may be lost, as what is
 * only remembered.
 */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, isLasting = true }: { mode?: number; isLasting?: boolean } = {},
): void {
  written += 1
  const besides = `${path}.${process.pid}.${written}.tmp`
  try {
    const file = openSync(besides, 'wx', mode)
    try {
      writeFileSync(file, content)
      if (isLasting) flush(file)
    } finally {
      closeSync(file)
    }
    renameSync(besides, path)
  } catch (error) {
    rmSync(besides, { force: true })
    throw error
  }
}

/** Node with limited permissions has no call for it; the file is written nevertheless. */
function flush(file: number): void {
  try {
    fsyncSync(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED')) throw error
  }
}
