import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withParents } from 'assay-hook/hosts/members'
import { LOCK_FILE } from 'assay-hook/setup/setup'

/** The lock file beside or above the configuration, or else the folder that the guard was started in; null: none. */
export function findLock(config: string | null, cwd: string): string | null {
  const folders = [...(config === null ? [] : withParents(dirname(config))), ...withParents(cwd)]
  return folders.map((folder) => join(folder, LOCK_FILE)).find(isFile) ?? null
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
