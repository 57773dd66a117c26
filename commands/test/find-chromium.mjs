// @ts-check
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { CommandFailed, run } from '../run.mjs'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const ANSWER_WITHIN_MS = 20_000
const INSTALL_WITHIN_MS = 300_000

/**
 * Finds a Chromium that starts: the one of `CHROMIUM_PATH`, else Playwright's, else the system's. Throws where
 * `CHROMIUM_PATH` does not start.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<string | undefined>} its path; undefined where there is none
 */
export async function findChromium({ CHROMIUM_PATH: named, PATH = '' }) {
  const starts = (/** @type {string} */ path) =>
    spawnSync(path, ['--version'], { timeout: ANSWER_WITHIN_MS }).status === 0
  if (named && !starts(named)) throw new CommandFailed(`CHROMIUM_PATH is ${named}, which is not a Chromium that starts`)
  if (named) return named
  const { chromium } = await import('@playwright/test')
  const folders = [...PATH.split(delimiter), '/usr/bin']
  const onPath = folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...onPath, ON_A_MAC].find(starts)
}

/**
 * As `findChromium`, but installs one where there is none: as root the one of Debian, whose package brings the
 * libraries that Playwright's download needs on a minimal system, else Playwright's.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {import('../step.mjs').Progress} onLine
 * @returns {Promise<string>}
 */
export async function getChromium(environment, onLine) {
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_WITHIN_MS, onLine }
  const byApt = 'apt-get update -q && apt-get install -q -y --no-install-recommends chromium'
  const byPlaywright = [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']
  const installers = [...(process.getuid?.() === 0 ? [['/bin/sh', '-c', byApt]] : []), byPlaywright]
  for (const [command = '', ...args] of [[], ...installers]) {
    if (command !== '') await run(command, args, options)
    const found = await findChromium(environment)
    if (found !== undefined) return found
  }
  throw new CommandFailed(`No Chromium was found for the browser tests. Any one of these is enough; then run the tests again:
  npx playwright install --with-deps chromium     (downloads one)
  apt-get install chromium                        (Debian, as root)
  CHROMIUM_PATH=/path/to/chromium npm test        (one you have)`)
}
