// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const ANSWER_WITHIN_MS = 20_000
const DOWNLOAD_WITHIN_MS = 300_000

const HOW_TO_INSTALL = `No Chromium was found for the browser tests. Any one of these is enough; then run the tests again:
  npx playwright install --with-deps chromium     (downloads one)
  apt-get install chromium                        (Debian, as root)
  CHROMIUM_PATH=/path/to/chromium npm test        (one you have)`

/** There is none, and none could be installed; the message says what to install. */
export class NoChromium extends Error {
  /** @param {string} [message] */
  constructor(message = HOW_TO_INSTALL) {
    super(message)
    this.name = 'NoChromium'
  }
}

/**
 * A Chromium that starts: the one `CHROMIUM_PATH` names, else Playwright's own, else the system's.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<string | undefined>} its path; undefined when there is none
 */
export async function findChromium(environment) {
  const named = environment.CHROMIUM_PATH
  if (named) {
    if (await starts(named)) return named
    throw new NoChromium(
      `CHROMIUM_PATH is ${named}, which does not start: it should be the path of a Chromium or Chrome.`,
    )
  }
  const { chromium } = await import('@playwright/test')
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name)))
  for (const path of [chromium.executablePath(), ...onPath, ...SYSTEM_PATHS]) {
    if (await starts(path)) return path
  }
  return undefined
}

/**
 * As `findChromium`, and installs one where there is none.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {import('./step.mjs').Progress} progress
 * @returns {Promise<string>}
 */
export async function getChromium(environment, progress) {
  let found = await findChromium(environment)
  for (const [what, install] of found === undefined ? INSTALLERS : []) {
    progress(what)
    await install(progress)
    found = await findChromium(environment)
    if (found !== undefined) break
  }
  if (found === undefined) throw new NoChromium()
  progress(found)
  return found
}

/** Debian's own first where we may use it: it brings the libraries Playwright's download lacks on a bare system. */
/** @type {readonly (readonly [string, (progress: import('./step.mjs').Progress) => Promise<void>])[]} */
const INSTALLERS = [
  ['installing Debian’s chromium', installByApt],
  ['downloading Playwright’s chromium', installByPlaywright],
]

/** @param {import('./step.mjs').Progress} onLine */
async function installByApt(onLine) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: DOWNLOAD_WITHIN_MS, onLine }
  await run('apt-get', ['update', '-q'], options)
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], options)
}

/** @param {import('./step.mjs').Progress} onLine */
async function installByPlaywright(onLine) {
  await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    timeoutMs: DOWNLOAD_WITHIN_MS,
    onLine,
  })
}

/** @param {string} path */
async function starts(path) {
  if (!existsSync(path)) return false
  const { code } = await run(path, ['--version'], { timeoutMs: ANSWER_WITHIN_MS })
  return code === 0
}
