// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './run.mjs'

/** All that a build is made from; what is absent counts as absent. */
const SOURCES = [
  'app',
  'lib',
  'public',
  'drizzle',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'next.config.ts',
  'postcss.config.mjs',
  'instrumentation.ts',
  'proxy.ts',
]
const IGNORED = /\.test\.tsx?$|(^|\/)test-[^/]*$/
/** Written last, taken away first: a build that failed or was interrupted leaves none. */
const STAMP = '.next/sources.sha256'

/**
 * One hash over names and contents of the sources: times say nothing after a clone or a checkout.
 *
 * @param {string} root
 */
export function hashSources(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of filesUnder(root, source)) {
      const content = readFileSync(join(root, path))
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

/**
 * Why the build cannot be used, in words; undefined when it can.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function buildFault(root) {
  if (!existsSync(join(root, '.next/BUILD_ID'))) return 'there was no build'
  if (!existsSync(join(root, STAMP))) return 'the last build did not end well'
  return readFileSync(join(root, STAMP), 'utf8') === hashSources(root) ? undefined : 'the sources have changed'
}

/**
 * @param {string} root
 * @param {import('./step.mjs').Progress} progress
 */
export async function build(root, progress) {
  const fault = buildFault(root)
  if (fault === undefined) return progress('up to date')
  progress(fault)
  // Of before the build: what changes meanwhile is not in it for certain, and is built next time.
  const sources = hashSources(root)
  rmSync(join(root, STAMP), { force: true })
  await mustRun('next build', process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', root], {
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    onLine: progress,
  })
  mkdirSync(join(root, '.next'), { recursive: true })
  writeFileSync(join(root, STAMP), sources)
  progress(`built, since ${fault}`)
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} in an order that is the same everywhere
 */
function filesUnder(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined || IGNORED.test(path)) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`))
}
