// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CommandFailed, mustRun } from './run.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [extraneous]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @typedef {Record<string, LockedPackage | undefined>} LockedPackages
 */

/** npm writes it when an install is complete, and we take it away before one begins: without it, nothing counts as installed. */
const INSTALLED_LOCK = 'node_modules/.package-lock.json'
/** Ours: the hash of the lock file and package.json that the last `npm ci` was content with. */
const STAMP = 'node_modules/.assay-install.sha256'
const POLL_EVERY_MS = 500
const STOP_WITHIN_MS = 1000

/**
 * Why `node_modules` is not what the lock file says, in words; undefined when it is.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function installFault(root) {
  const locked = packagesOf(join(root, 'package-lock.json'))
  if (locked === undefined) return 'package-lock.json is missing or not JSON'
  if (!existsSync(join(root, 'node_modules'))) return 'node_modules is missing'
  const installed = packagesOf(join(root, INSTALLED_LOCK))
  if (installed === undefined) return 'the last install was interrupted'
  // What npm installed is right by its own word; where someone installed by hand, we compare.
  const comparison = isStamped(root) ? undefined : (rootFault(root, locked) ?? lockFault(locked, installed))
  return comparison ?? diskFault(root, installed)
}

/**
 * Makes `node_modules` match the lock file, if it does not.
 *
 * @param {string} root
 * @param {import('./step.mjs').Progress} progress
 */
export async function install(root, progress) {
  const fault = installFault(root)
  if (fault === undefined) return progress('up to date')
  progress(fault)
  rmSync(join(root, INSTALLED_LOCK), { force: true })
  const expected = Object.entries(packagesOf(join(root, 'package-lock.json')) ?? {}).flatMap(([path, entry]) =>
    path !== '' && entry !== undefined && !mayBeAbsent(entry) ? [join(root, path, 'package.json')] : [],
  )
  // npm says nothing until it is done, so we look at what has arrived.
  const timer = setInterval(
    () => progress(`${expected.filter((path) => existsSync(path)).length} of ${expected.length} packages`),
    POLL_EVERY_MS,
  )
  const [command, ...args] = npm()
  try {
    // Dev dependencies too, whatever NODE_ENV says: the build and the tests need them.
    const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    // Told to stop it goes on to the end and rolls back: we throw away what it has made, so it need not.
    await mustRun('npm ci', command, [...args, ...flags], { graceMs: STOP_WITHIN_MS })
  } finally {
    clearInterval(timer)
  }
  writeFileSync(join(root, STAMP), hashWanted(root))
  const remaining = installFault(root)
  if (remaining !== undefined) throw new CommandFailed(`npm ci ended well, but ${remaining}`, '')
  progress(`${expected.length} packages`)
}

/** @returns {[string, ...string[]]} */
function npm() {
  const self = process.env.npm_execpath
  return self !== undefined && basename(self) === 'npm-cli.js' ? [process.execPath, self] : ['npm']
}

/** @param {string} root */
function hashWanted(root) {
  const hash = createHash('sha256')
  for (const name of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/** @param {string} root */
function isStamped(root) {
  return existsSync(join(root, STAMP)) && readFileSync(join(root, STAMP), 'utf8') === hashWanted(root)
}

/**
 * Optional packages are for other machines, or could not be built; npm also locks some that nothing needs, and leaves them out.
 *
 * @param {LockedPackage} entry
 */
function mayBeAbsent(entry) {
  return entry.optional === true || entry.extraneous === true
}

/**
 * The lock file against package.json: npm itself then says what is wrong.
 *
 * @param {string} root
 * @param {LockedPackages} locked
 */
function rootFault(root, locked) {
  const wanted = /** @type {Record<string, unknown> | undefined} */ (readJson(join(root, 'package.json')))
  const recorded = /** @type {Record<string, unknown> | undefined} */ (locked[''])
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (JSON.stringify(sorted(wanted?.[kind])) !== JSON.stringify(sorted(recorded?.[kind])))
      return `${kind} of package.json and package-lock.json differ`
  }
  return undefined
}

/** @param {unknown} record */
function sorted(record) {
  return Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * @param {LockedPackages} locked
 * @param {LockedPackages} installed
 */
function lockFault(locked, installed) {
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '' || entry === undefined) continue
    const present = installed[path]
    if (present === undefined && mayBeAbsent(entry)) continue
    if (present === undefined) return `${path} is not installed`
    if (present.version !== entry.version || present.integrity !== entry.integrity)
      return `${path} is ${present.version}, the lock file says ${entry.version}`
  }
  const unknown = Object.keys(installed).find((path) => locked[path] === undefined)
  return unknown === undefined ? undefined : `${unknown} is not in the lock file`
}

/**
 * @param {string} root
 * @param {LockedPackages} installed
 */
function diskFault(root, installed) {
  for (const [path, entry] of Object.entries(installed)) {
    if (entry === undefined || entry.link) continue
    if (entry.os?.includes(process.platform) === false || entry.cpu?.includes(process.arch) === false)
      return `${path} is for another kind of machine`
    const manifest = /** @type {{ version?: string } | undefined} */ (readJson(join(root, path, 'package.json')))
    if (manifest?.version !== entry.version)
      return `${path} is ${manifest === undefined ? 'gone' : `${manifest.version}, not ${entry.version}`}`
  }
  return undefined
}

/**
 * @param {string} path
 * @returns {LockedPackages | undefined}
 */
function packagesOf(path) {
  return /** @type {{ packages?: LockedPackages } | undefined} */ (readJson(path))?.packages
}

/**
 * @param {string} path
 * @returns {unknown} undefined when it is missing, cut short or not JSON: a broken install, whichever
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
