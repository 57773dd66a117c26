// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../commands/run.mjs'

/** Whether to run with an empty catalog, without reference servers and with the limits of the environment. */
export const IS_BARE = process.env.E2E_BARE === 'on'

/**
 * Prepares this process to start an adapter under test: a database of its own, removed at its end and filled with the fixture catalog unless
 * bare, and the settings both adapters share, which need no network. Returns the URL to listen at, the first argument of the process.
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
    // Empty counts as unset, so that a DATABASE_URL of the caller is not used.
    DATABASE_URL: '',
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
    PROBE_NPM: 'off',
  })
  if (IS_BARE) return url
  // Limits are on, but high enough for all the tests of one machine. The limit of a key is the default.
  Object.assign(process.env, {
    LIMIT_KEYLESS: '1000000',
    LIMIT_KEY_CREATION: '1000000',
    LIMIT_FREE: '1000000',
    LIMIT_PAGES: '1000000',
  })
  await mustRun('import', process.execPath, ['--import', 'tsx', 'commands/import.ts', 'e2e/fixtures/catalog.jsonl'], {
    sameGroup: true,
    env: { NODE_ENV: 'production' },
  })
  return url
}
