// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readable, runCommand, WrongUse } from './command.mjs'
import { build, enterProject, install } from './project.mjs'
import { Interrupted, run } from './run.mjs'
import { createPrinter } from './step.mjs'
import { getChromium } from './test/find-chromium.mjs'
import { countsLine, tallyCheck, tallyPlaywright, tallyVitest, withExitCode } from './test/tally.mjs'

/**
 * Limits for a suite that hangs: several times the duration on two idle cores, so that a busy machine ends none that
 * works.
 */
const CHECK_WITHIN_MS = 180_000
const UNIT_WITHIN_MS = 1_200_000
const BROWSER_WITHIN_MS = 900_000

/** @typedef {import('./test/tally.mjs').Tally} Tally */
/**
 * @type {Readonly<Record<string, (progress: import('./step.mjs').Progress) => Promise<Tally | void>>>} In this order. A
 * suite that throws has failed.
 */
const SUITES = { types, lint, unit, build, browser }

const USAGE = `npm test                      runs every suite
  --only ${Object.keys(SUITES).join(',')}   runs these suites, with commas between
It ends with 1 where a test failed.`

const printer = createPrinter()
/** Folder of the reports of this run. */
let reports = ''
await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  const names = chosenSuites(args)
  enterProject()
  reports = mkdtempSync(join(tmpdir(), 'assay-test-'))
  process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
  return runSuites(names)
})

/** @param {string[]} args */
function chosenSuites(args) {
  const names = Object.keys(SUITES)
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: names.join(',') } } })
  const only = values.only?.split(',') ?? []
  if (only.every((name) => names.includes(name))) return names.filter((name) => only.includes(name))
  throw new WrongUse(`--only takes names out of ${names.join(', ')}, with commas between.`)
}

/**
 * @param {string[]} names
 * @returns {Promise<number>} the exit code
 */
async function runSuites(names) {
  const installed = await runSuite('install', install)
  const tallies = installed.failed > 0 ? [installed] : []
  // Without the packages no suite runs.
  if (installed.failed === 0) for (const name of names) tallies.push(await runSuite(name, SUITES[name]))
  for (const failure of tallies.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`)
  console.log(countsLine(tallies))
  return tallies.some(({ failed }) => failed > 0) ? 1 : 0
}

/**
 * @param {string} name
 * @param {(typeof SUITES)[string]} [suite]
 * @returns {Promise<Tally>}
 */
async function runSuite(name, suite) {
  const counted = async (/** @type {import('./step.mjs').Progress} */ progress) => {
    const tally = await suite?.(progress)
    if (tally) progress(countsLine([tally]))
    return tally ?? tallyCheck(name, true)
  }
  try {
    return await printer.step(name, counted, ({ failed }) => failed === 0)
  } catch (error) {
    if (error instanceof Interrupted) throw error
    console.error(readable(error))
    return tallyCheck(name, false)
  }
}

/**
 * @param {number} timeoutMs
 * @param {readonly string[]} args of Node
 * @param {Record<string, string>} [env]
 */
async function codeOf(timeoutMs, args, env) {
  const common = { NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' }
  return (await run(process.execPath, args, { show: true, timeoutMs, env: { ...common, ...env } })).code
}

async function types() {
  const typegen = await codeOf(CHECK_WITHIN_MS, ['node_modules/next/dist/bin/next', 'typegen'])
  const tsc = await codeOf(CHECK_WITHIN_MS, ['node_modules/typescript/bin/tsc', '--noEmit'])
  return tallyCheck('types', typegen === 0 && tsc === 0)
}

async function lint() {
  const biome = await codeOf(CHECK_WITHIN_MS, ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'])
  const knip = ['node_modules/knip/bin/knip.js', '--treat-config-hints-as-errors']
  const unused = await codeOf(CHECK_WITHIN_MS, knip)
  const untold = ['--production', '--include', 'files,exports,types,nsExports,enumMembers']
  const onlyTested = await codeOf(CHECK_WITHIN_MS, ['node_modules/knip/bin/knip.js', ...untold])
  return tallyCheck('lint', biome === 0 && unused === 0 && onlyTested === 0)
}

async function unit() {
  const report = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...reporters]
  return withExitCode('unit', await codeOf(UNIT_WITHIN_MS, args), readReport(report, tallyVitest))
}

/** @param {import('./step.mjs').Progress} progress */
async function browser(progress) {
  const report = join(reports, 'browser.json')
  const env = { CHROMIUM_PATH: await getChromium(process.env, progress), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=list,json']
  return withExitCode('browser', await codeOf(BROWSER_WITHIN_MS, args, env), readReport(report, tallyPlaywright))
}

/**
 * @param {string} path
 * @param {(report: any) => Tally} tallyOf
 * @returns {Tally | undefined} undefined where there is no report, or an incomplete one
 */
function readReport(path, tallyOf) {
  try {
    return tallyOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
