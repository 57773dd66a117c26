import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeAll, OTHERS } from './private-files'

/** An embedded database with every migration and nothing else, which `commands/build.mjs` makes. */
const EMPTY = join(process.cwd(), '.next/service/empty-database/postgres')

/**
 * Copies the empty database of the build to where the embedded one of this data folder will be opened: to make one
 * takes seconds, and hundreds of megabytes that a process does not give back. Does nothing where there is a database.
 * Never rejects: where it fails, the database is made when it is opened.
 */
export async function copyEmptyDatabase(dataDir: string, empty = EMPTY): Promise<void> {
  const target = join(resolve(dataDir), 'postgres')
  if (existsSync(target) || !existsSync(empty)) return
  const copy = `${target}.copy`
  process.umask(OTHERS)
  try {
    await mkdir(resolve(dataDir), { recursive: true })
    await rm(copy, { recursive: true, force: true })
    await cp(empty, copy, { recursive: true })
    closeAll(copy)
    // Whole or not at all, whenever this process ends.
    await rename(copy, target)
  } catch {
    await rm(copy, { recursive: true, force: true }).catch(() => undefined)
  }
}
