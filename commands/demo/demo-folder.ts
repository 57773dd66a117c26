import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CannotDemonstrate } from './demo-options.mjs'

/** Says that a folder holds a demonstration, so that no database has to be opened, and so migrated, to know it. */
const MARK = 'demonstration.txt'
const MARK_TEXT =
  'This folder was made by `npm run demo`. Its database holds simulated servers with a simulated history. It can be deleted.\n'
/** Where the embedded database is in a data folder. */
const DATABASE = 'postgres'

/**
 * Takes a folder for the demonstration. Throws `CannotDemonstrate` where it holds a database that is not one; nothing
 * is changed then.
 */
export async function takeDemoFolder(data: string): Promise<void> {
  const folder = resolve(data)
  if (existsSync(join(folder, MARK))) return
  if (existsSync(join(folder, DATABASE)))
    throw new CannotDemonstrate(
      `${folder} holds a database that \`npm run demo\` did not make, so it is left as it is. Name another folder with --data.`,
    )
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MARK), MARK_TEXT)
}

/** Deletes the database of a folder that the demonstration has taken. */
export async function emptyDemoFolder(data: string): Promise<void> {
  const folder = resolve(data)
  if (!existsSync(join(folder, MARK))) throw new Error(`${folder} is no folder of a demonstration`)
  await rm(join(folder, DATABASE), { recursive: true, force: true })
}
