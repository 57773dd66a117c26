import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setupsFolder } from '../state/state-folder.ts'
import { readSetup, type Setup } from './setup.ts'

const MOST_SETUPS = 200

/** Every remembered setup, the newest first. Those beyond the newest 200 are forgotten. */
export function rememberedSetups(root: string): Setup[] {
  const folder = setupsFolder(root)
  const files = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of files.slice(MOST_SETUPS)) {
    rmSync(path, { force: true })
    rmSync(path.replace(/json$/, 'pins'), { force: true })
  }
  return files.slice(0, MOST_SETUPS).flatMap(({ path }) => readSetup(path) ?? [])
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
