// @ts-check
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['bench', 'packages', 'commands', 'e2e', 'fuzz', 'lib', 'training']

/**
 * The suites of minutes, which `npm test` leaves out: every `*.long.test.ts` and `*.long.spec.ts`, in the order of
 * their paths.
 *
 * @returns {string[]}
 */
export function longSuites() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path))),
  )
  return paths.filter((path) => /\.long\.(test|spec)\.ts$/.test(path)).sort()
}

/** They compile packages, or compare the files of the repository before and after. */
const OF_BUILT_FILES = ['commands/every-command.long.test.ts', 'packages/packed.long.test.ts']

/**
 * Whether a long suite can run while the project is built.
 *
 * @param {string} path
 */
export function runsBesideBuild(path) {
  return !path.endsWith('.spec.ts') && !OF_BUILT_FILES.includes(path)
}

/**
 * The one of them whose turn it is at a commit, so that over some commits each has its turn.
 *
 * @param {readonly string[]} suites
 * @param {string} commit its hash in hexadecimal digits
 */
export function suiteOfCommit(suites, commit) {
  const number = Number.parseInt(commit.slice(0, 12), 16)
  return suites[(Number.isNaN(number) ? 0 : number) % suites.length]
}
