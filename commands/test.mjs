// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getChromium } from './find-chromium.mjs'
import { enterProject, failWith, prepare, readable } from './project.mjs'
import { Interrupted, mustRun, run } from './run.mjs'
import { createPrinter } from './step.mjs'
import { summary, tallyCheck, tallyPlaywright, tallyVitest } from './tally.mjs'

/** A suite that hangs is a suite that failed: together these stay below the fifteen minutes of .ci/run. */
const UNIT_WITHIN_MS = 450_000
const BROWSER_WITHIN_MS = 360_000

enterProject()
const printer = createPrinter()
const reports = mkdtempSync(join(tmpdir(), 'assay-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** What an install that went well adds: it is the way to the tests, not one. */
const NOTHING = { passed: 0, failed: [], skipped: [] }
/** @type {Readonly<Record<string, () => Promise<import('./tally.mjs').Tally>>>} In this order. */
const SUITES = { types, lint, unit, build, browser }

const only = process.argv.includes('--only')
  ? (process.argv.at(process.argv.indexOf('--only') + 1) ?? '').split(',')
  : Object.keys(SUITES)
const unknown = only.filter((name) => SUITES[name] === undefined)
if (unknown.length > 0) {
  console.error(`--only takes names out of ${Object.keys(SUITES).join(', ')}, with commas between`)
  process.exit(1)
}

const tallies = await runSuites(['install', ...only])
const { lines, exitCode } = summary(tallies)
for (const line of lines) console.log(line)
process.exit(exitCode)

/**
 * One after the other; what throws has failed, and the rest goes on, except after an install that failed.
 *
 * @param {string[]} names
 */
async function runSuites(names) {
  /** @type {import('./tally.mjs').Tally[]} */
  const results = []
  for (const [name, suite] of Object.entries({ install, ...SUITES })) {
    if (!names.includes(name)) continue
    try {
      results.push(await suite())
    } catch (error) {
      if (error instanceof Interrupted) failWith(error)
      console.error(readable(error))
      results.push(tallyCheck(name, false))
      if (name === 'install') break
    }
  }
  return results
}

async function install() {
  await prepare(printer, { install: true })
  return NOTHING
}

async function types() {
  await printer.step('types', async () => {
    await mustRun('next typegen', process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], {
      env: { NEXT_TELEMETRY_DISABLED: '1' },
    })
    await mustRun('tsc', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'])
  })
  return tallyCheck('types', true)
}

async function lint() {
  await printer.step('lint', () =>
    mustRun('biome', process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.']),
  )
  return tallyCheck('lint', true)
}

async function unit() {
  const path = join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...reporters]
  const { code } = await run(process.execPath, args, {
    show: true,
    timeoutMs: UNIT_WITHIN_MS,
    env: { NODE_ENV: undefined },
  })
  return tallyVitest('unit', code, readReport(path))
}

async function build() {
  await prepare(printer, { build: true })
  return tallyCheck('build', true)
}

async function browser() {
  const path = join(reports, 'browser.json')
  const chromium = await printer.step('chromium', (progress) => getChromium(process.env, progress))
  const { code } = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=list,json'],
    {
      show: true,
      timeoutMs: BROWSER_WITHIN_MS,
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    },
  )
  return tallyPlaywright('browser', code, readReport(path))
}

/**
 * @param {string} path
 * @returns {any} undefined when there is none, or it was cut short
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
