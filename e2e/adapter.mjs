// @ts-check
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mustRun } from '../commands/run.mjs'

/** Whether to run with an empty catalog, without reference servers and with the limits of the environment. */
export const IS_BARE = process.env.E2E_BARE === 'on'

/**
 * Prepares this process to start an adapter under test: a database of its own, removed at its end and filled with the
 * fixtures unless bare, and the settings both adapters share, which need no network. Returns the URL to listen at, the
 * first argument of the process.
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
    DATABASE_READ_URL: '',
    ROLE: '',
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
    PROBE_NPM: 'off',
    REGISTRY_POLICIES: JSON.stringify({ any: { minGrade: 'unrated' }, strict: { minGrade: 'A', access: ['open'] } }),
  })
  if (IS_BARE) return url
  // Limits are on, but high enough for all the tests of one machine. The limit of a key is the default.
  Object.assign(process.env, {
    LIMIT_KEYLESS: '1000000',
    LIMIT_KEY_CREATION: '1000000',
    LIMIT_FREE: '1000000',
    LIMIT_PAGES: '1000000',
  })
  const prepared = process.env.E2E_PREPARED_DIR
  if (prepared === undefined) throw new Error('E2E_PREPARED_DIR names the folder of the prepared database')
  await prepareDatabase(prepared)
  cpSync(join(prepared, 'data'), dataDir, { recursive: true })
  return url
}

/**
 * The database that every adapter begins with a copy of: the first process that asks makes it and removes it at its
 * end, others wait for it.
 *
 * @param {string} folder
 */
async function prepareDatabase(folder) {
  const ready = join(folder, 'ready')
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    while (!existsSync(ready)) await wait(200)
    return
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const options = { sameGroup: true, env: { NODE_ENV: 'production', DATA_DIR: data } }
  const args = ['--import', 'tsx', 'commands/test/prepare-database.ts']
  await mustRun('prepare the database', process.execPath, args, options)
  writeFileSync(ready, '')
}
