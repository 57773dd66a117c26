// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withBuildLock } from './build-lock.mjs'
import { mustRun } from './run.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Everything a build is made from. A path that does not exist is skipped. */
const SOURCE_FOLDERS = ['app', 'lib', 'packages', 'public', 'drizzle']
const SOURCE_FILES = [
  'server.ts',
  'commands/build.mjs',
  'commands/build-browser.mjs',
  'commands/build-guard.mjs',
  'commands/build-hook.mjs',
  'tsconfig.json',
  'next.config.ts',
  'postcss.config.mjs',
  'instrumentation.ts',
  'proxy.ts',
]
const PACKAGE_FILES = ['package.json', 'package-lock.json']
/** Where the bundle of the service is. */
export const BUNDLE_FOLDER = '.next/service'
/** What a build of Next says of itself. */
const SERVER_FILES = '.next/required-server-files.json'
/** Files for tests, and what the build itself makes. */
const NO_SOURCE = /\.test\.tsx?$|(^|\/)test-[^/]*$|^public\/assets$|^packages\/\w+\/dist$/

/**
 * A command whose result stays valid until its inputs change.
 *
 * @typedef {object} Task
 * @property {string} stamp a file of the result that is written last
 * @property {(content: string) => boolean} isCurrent whether a stamp with this content fits the current inputs
 * @property {() => string} [content] of a stamp for the current inputs; absent where the command writes the stamp
 * itself
 * @property {readonly [string, ...string[]]} command
 * @property {import('./run.mjs').RunOptions} [options]
 */

/** @type {Task} */
const INSTALL = {
  // npm's own record of what is installed, so that an install by hand counts too.
  stamp: 'node_modules/.package-lock.json',
  isCurrent: (record) => holdsLocked(record, readFileSync('package-lock.json', 'utf8')),
  // Dev dependencies for every NODE_ENV, as the build and the tests need them.
  command: ['npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  // After a signal npm only rolls back, which the next install does anyway.
  options: { graceMs: 1000 },
}
const hashSources = () => hashFiles([...SOURCE_FOLDERS, ...SOURCE_FILES, ...PACKAGE_FILES])
/** @type {Task} */
export const BUILD = {
  stamp: '.next/.built',
  isCurrent: (hash) => hash === hashSources(),
  content: hashSources,
  command: [process.execPath, 'commands/build.mjs'],
}

/** @param {import('./step.mjs').Progress} progress */
export const install = (progress) => bringUpToDate(INSTALL, progress)
/** @param {import('./step.mjs').Progress} progress */
export const build = (progress) => bringUpToDate(BUILD, progress)

/** Whether there is a build, and of these sources. */
export function isBuildCurrent() {
  return existsSync(BUILD.stamp) && BUILD.isCurrent(readFileSync(BUILD.stamp, 'utf8'))
}

/**
 * The configuration of Next as the build resolved it from next.config.ts.
 *
 * @returns {{ serverExternalPackages: string[] }}
 */
export function builtConfig() {
  return JSON.parse(readFileSync(SERVER_FILES, 'utf8')).config
}

/**
 * Runs the task in the working folder, unless there is a result made from the same inputs. A failed or interrupted run
 * leaves no stamp.
 *
 * @param {Task} task
 * @param {import('./step.mjs').Progress} progress
 * @param {string} [lock]
 */
export async function bringUpToDate(task, progress, lock = '.lock') {
  const { stamp, isCurrent, options } = task
  const [command, ...args] = task.command
  const isDone = () => existsSync(stamp) && isCurrent(readFileSync(stamp, 'utf8'))
  const waiting = (/** @type {number} */ pid) =>
    progress(`waiting for process ${pid} (if that is no install or build, delete ${lock})`)
  if (isDone()) return progress('up to date')
  await withBuildLock(lock, waiting, async (alsoHeldBy) => {
    if (isDone()) return progress('done by another process')
    const what = [command, ...args].join(' ')
    progress(what)
    await stamped(task, () => mustRun(what, command, args, { ...options, onLine: progress, onStart: alsoHeldBy }))
    progress('done')
  })
}

/**
 * Does the work of a task and writes its stamp.
 *
 * @param {Pick<Task, 'stamp' | 'content'>} task
 * @param {() => Promise<void>} work
 */
export async function stamped({ stamp, content }, work) {
  // Read before the work, as a change during the work may not be in the result.
  const madeFrom = content?.()
  rmSync(stamp, { force: true })
  await work()
  if (madeFrom !== undefined) writeFileSync(stamp, madeFrom)
}

/**
 * Whether npm's record of an install has every package of the lock file, for this platform. Packages that are optional
 * or that nothing needs (extraneous) may be absent.
 *
 * @typedef {{ version: string, integrity?: string, optional?: boolean, extraneous?: boolean, os?: string[], cpu?:
 * string[] }} LockedPackage
 * @param {string} record
 * @param {string} lockFile
 */
export function holdsLocked(record, lockFile) {
  /** @type {Record<string, LockedPackage>} */
  const installed = parsed(record)?.packages ?? {}
  /** @type {[path: string, entry: LockedPackage][]} */
  const locked = Object.entries(JSON.parse(lockFile).packages)
  return (
    locked.every(
      ([path, { version, integrity, optional, extraneous }]) =>
        path === '' ||
        optional ||
        extraneous ||
        (installed[path]?.version === version && installed[path]?.integrity === integrity),
    ) &&
    Object.values(installed).every(
      ({ os, cpu }) => os?.includes(process.platform) !== false && cpu?.includes(process.arch) !== false,
    )
  )
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * One hash over names and contents, without tests. Modification times are of no use after a clone or a checkout.
 *
 * @param {readonly string[]} paths
 */
export function hashFiles(paths) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined || NO_SOURCE.test(path)) return
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) add(`${path}/${name}`)
      return
    }
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  paths.forEach(add)
  return hash.digest('hex')
}

/**
 * Why this Node cannot run Assay; undefined when it can.
 *
 * @param {string} version as process.versions.node
 * @param {string} range `>=major.minor.patch`
 */
export function nodeFault(version, range) {
  const least = range.replace('>=', '')
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return undefined
  return `Assay needs Node ${least} or newer; this is Node ${version}. Install a newer one from nodejs.org or your system's packages.`
}

/** Changes to the repository's folder. Exits with a message on a Node that is too old. */
export function enterProject() {
  process.chdir(ROOT)
  const fault = nodeFault(process.versions.node, JSON.parse(readFileSync('package.json', 'utf8')).engines.node)
  if (fault === undefined) return
  console.error(fault)
  process.exit(1)
}
