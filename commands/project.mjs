// @ts-check
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

/** The folder of the repository, wherever we were called from. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Why this Node cannot run Assay; undefined when it can. The bound is package.json's own.
 *
 * @param {string} version as process.versions.node
 * @param {string} range `>=major.minor.patch`
 */
export function nodeFault(version, range) {
  const [have, least] = [version, range.replace('>=', '')].map((text) => text.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (have?.[index] ?? 0) - (least?.[index] ?? 0)
    if (difference > 0) return undefined
    if (difference < 0)
      return `Assay needs Node ${least?.join('.')} or newer; this is Node ${version}. Install a newer one from nodejs.org or your system's packages.`
  }
  return undefined
}

/** Ends the process with a clear line on a Node that is too old, and works from the repository's folder from here on. */
export function enterProject() {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const fault = nodeFault(process.versions.node, manifest.engines.node)
  if (fault !== undefined) {
    console.error(fault)
    process.exit(1)
  }
  process.chdir(ROOT)
}

/**
 * Installs what the lock file says, and builds what the sources say, as far as either is not done yet.
 *
 * @param {import('./step.mjs').Printer} printer
 * @param {{ install?: boolean, build?: boolean }} parts
 */
export async function prepare(printer, parts) {
  const onWait = () => printer.log('  another process is installing or building here: waiting for it')
  await oneAtATime(ROOT, onWait, async () => {
    if (parts.install) await printer.step('install', (progress) => install(ROOT, progress))
    if (parts.build) await printer.step('build', (progress) => build(ROOT, progress))
  })
}

/**
 * What to show of an error. Our own classes of error are made to be read by people; of a defect the stack and the cause are worth seeing.
 *
 * @param {unknown} error
 */
export function readable(error) {
  const ofOurs = error instanceof Error && !(error.constructor.name in globalThis)
  return ofOurs ? error.message : inspect(error)
}

/**
 * The end of a door that failed.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function failWith(error) {
  console.error(readable(error))
  process.exit(error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1)
}
