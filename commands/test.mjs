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
import { longSuites, runsBesideBuild, suiteOfCommit } from './test/long-suites.mjs'
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
  --one-long COMMIT           runs besides the long suite whose turn it is at the commit with this hash
npm run test:long             runs every long suite
npm run test:long -- PATH…    runs these
It ends with 1 where a test failed.`

const printer = createPrinter()
/** Folder of the reports of this run. */
let reports = ''
await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  enterProject()
  const suites = chosenSuites(args)
  reports = mkdtempSync(join(tmpdir(), 'assay-test-'))
  process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
  return runSuites(suites)
})

/** @typedef {[name: string, suite: (typeof SUITES)[string]]} NamedSuite */
/** @typedef {NamedSuite[]} Round suites that run at once, as each of them leaves one of two cores idle for a while */

/**
 * @param {string[]} args
 * @returns {Round[]}
 */
function chosenSuites(args) {
  const names = Object.keys(SUITES)
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const options = {
    only: { type: 'string', default: names.join(',') },
    long: { type: 'boolean' },
    'one-long': { type: 'string' },
  }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const paths = longSuites()
  if (values.long) return longOf(positionals.length > 0 ? positionals : paths).map((suite) => [suite])
  if (positionals.length > 0) throw new WrongUse(`${positionals[0]} is not understood.`)
  const only = String(values.only).split(',')
  if (!only.every((name) => names.includes(name)))
    throw new WrongUse(`--only takes names out of ${names.join(', ')}, with commas between.`)
  const chosen = Object.entries(SUITES).filter(([name]) => only.includes(name))
  const named = (/** @type {string[]} */ ...names) => chosen.filter(([name]) => names.includes(name))
  const commit = values['one-long']
  const long = commit === undefined ? undefined : suiteOfCommit(paths, String(commit))
  const beside = long !== undefined && runsBesideBuild(long) ? longOf([long]) : []
  const after = long !== undefined && beside.length === 0 ? longOf([long]) : []
  // The build goes beside what waits more than it works: a long suite, else those of units.
  const built = beside.length > 0 ? [named('unit'), [...named('build'), ...beside]] : [named('unit', 'build')]
  const rounds = [named('types', 'lint'), ...built, named('browser')]
  return [...rounds, ...after.map((suite) => [suite])].filter((round) => round.length > 0)
}

/**
 * Long suites, each a step of its own that is named by its path.
 *
 * @param {readonly string[]} paths
 * @returns {NamedSuite[]}
 */
function longOf(paths) {
  const inBrowser = (/** @type {string} */ path) => path.endsWith('.spec.ts')
  return paths.flatMap((path) => [
    .../** @type {NamedSuite[]} */ (inBrowser(path) ? [['build', build]] : []),
    /** @type {NamedSuite} */ ([
      `long: ${path}`,
      (progress) => (inBrowser(path) ? playwright(progress, 'long', [path]) : vitest(['--project', 'long', path])),
    ]),
  ])
}

/**
 * @param {readonly Round[]} rounds one after another
 * @returns {Promise<number>} the exit code
 */
async function runSuites(rounds) {
  const installed = await runSuite('install', install)
  const tallies = installed.failed > 0 ? [installed] : []
  // Without the packages no suite runs.
  for (const round of installed.failed > 0 ? [] : rounds)
    tallies.push(...(await Promise.all(round.map(([name, suite]) => runSuite(name, suite)))))
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

function unit() {
  return vitest(['--project', '!long'])
}

/** @param {import('./step.mjs').Progress} progress */
function browser(progress) {
  return playwright(progress, 'pages', [])
}

/** @param {readonly string[]} chosen the suites, in arguments of vitest */
async function vitest(chosen) {
  const report = join(reports, 'unit.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...reporters, ...chosen]
  return withExitCode('unit', await codeOf(UNIT_WITHIN_MS, args), readReport(report, tallyVitest))
}

/**
 * @param {import('./step.mjs').Progress} progress
 * @param {string} project of playwright.config.ts
 * @param {readonly string[]} paths of its suites; none: all of them
 */
async function playwright(progress, project, paths) {
  const report = join(reports, 'browser.json')
  rmSync(report, { force: true })
  const env = { CHROMIUM_PATH: await getChromium(process.env, progress), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const chosen = [`--project=${project}`, ...paths]
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=list,json', ...chosen]
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
