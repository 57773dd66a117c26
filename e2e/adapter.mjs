// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../commands/run.mjs'

/** Whether it is to have an empty catalog, no reference servers and the limits its environment sets. */
export const IS_BARE = process.env.E2E_DOOR === 'bare'

/**
 * Makes this process ready to be a door of its own: an empty database of its own, filled with the fixture unless it is to be bare,
 * removed at its end; and the settings every door under test shares, which need no network.
 *
 * @param {string} name
 */
export async function prepareAdapter(name) {
  const url = new URL(process.argv[2] ?? '')
  const dataDir = mkdtempSync(join(tmpdir(), `assay-e2e-${name}-`))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  Object.assign(process.env, {
    PORT: url.port,
    HOST: url.hostname,
    BASE_URL: url.origin,
    DATA_DIR: dataDir,
    // Empty counts as unset: whatever the caller's own service uses, this is another.
    DATABASE_URL: '',
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
  })
  if (IS_BARE) return url
  // Limits are on, and what one machine asks here within a minute is not held against it; a key's own window is as everywhere.
  Object.assign(process.env, { LIMIT_KEYLESS: '1000000', LIMIT_KEY_CREATION: '1000000' })
  await mustRun('import', process.execPath, ['--import', 'tsx', 'commands/import.ts', 'e2e/fixtures/catalog.jsonl'], {
    sameGroup: true,
    env: { NODE_ENV: 'production' },
  })
  return url
}
