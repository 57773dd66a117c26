import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

let written = 0

/**
 * Replaces a file, so that whoever reads meanwhile, or after the disk filled up, reads a whole one. Throws where it
 * cannot be written; the file is then as it was.
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): void {
  written += 1
  const besides = `${path}.${process.pid}.${written}.tmp`
  try {
    const file = openSync(besides, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(besides, path)
  } catch (error) {
    rmSync(besides, { force: true })
    throw error
  }
}
