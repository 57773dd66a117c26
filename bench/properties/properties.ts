import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../../commands/run.mjs'
import { SEED_VARIABLE } from '../../commands/test/property-seed.mjs'
import { randomFrom } from '../../training/random'
import { type Bench, BenchCannotRun, numberFlag } from '../bench'
import { withFolder } from '../folder'
import { listPropertyTests, type PropertyTest } from './property-tests'

export interface PropertyFailure {
  seed: number
  /** Repeats the failing case together with the seed; null where the failure is not a counterexample. */
  path: string | null
  test: string
  message: string
}

const MOST_SEED = 2 ** 31 - 1
const MESSAGE_SHOWN = 2_000
/** Longer than in `npm test`, so that a busy machine does not count as a counterexample. */
const TEST_WITHIN_MS = 300_000
/** Stands for the report of a run that broke before its end. */
const NO_REPORT = '{"success":false,"testResults":[]}'

/**
 * Runs every property test of the unit suites with new seeds, one seed after another until the time is over; the last
 * run is finished. `seed` is the first one, random where it is left out; the others follow from it. `npm test` itself
 * has one fixed seed.
 */
export const bench: Bench = {
  flags: { seconds: '60', seed: '' },
  async run(flags, print) {
    const endsAt = performance.now() + numberFlag(flags, 'seconds') * 1000
    const firstSeed = flags.seed === '' ? Math.floor(Math.random() * MOST_SEED) : numberFlag(flags, 'seed')
    if (!Number.isInteger(firstSeed) || firstSeed > MOST_SEED)
      throw new BenchCannotRun(`--seed must be a whole number up to ${MOST_SEED}`)
    const tests = listPropertyTests(process.cwd())
    const random = randomFrom(firstSeed)
    const failures: PropertyFailure[] = []
    let [seeds, checked, seed] = [0, 0, firstSeed]
    do {
      const found = await checkWith(seed, tests)
      seeds += 1
      checked += found.checked
      failures.push(...found.failures)
      print(`seed ${seed}: ${found.checked} properties checked, ${found.failures.length} failed`)
      for (const { path, test, message } of found.failures) print(`  ${test}\n  path ${path}\n  ${message}`)
      seed = Math.floor(random() * MOST_SEED)
    } while (performance.now() < endsAt)
    return { firstSeed, seeds, propertyTests: tests.length, checked, failures }
  },
  hasFailed: ({ failures }) => (failures as PropertyFailure[]).length > 0,
}

/** Checks these tests with a seed. */
export function checkWith(seed: number, tests: readonly PropertyTest[]) {
  return withFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const lines = tests.map(({ file, line }) => `${file}:${line}`)
    const options = ['--reporter=json', `--outputFile=${report}`, `--testTimeout=${TEST_WITHIN_MS}`]
    const { output } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...lines, ...options], {
      env: { [SEED_VARIABLE]: String(seed), NODE_ENV: undefined },
    })
    return readReport(seed, existsSync(report) ? readFileSync(report, 'utf8') : NO_REPORT, output)
  })
}

interface Report {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * Reads vitest's JSON report. A run that failed without a failed test (a file that does not load, a line without a
 * test) is a failure too.
 */
export function readReport(
  seed: number,
  text: string,
  output: string,
): { checked: number; failures: PropertyFailure[] } {
  const report = JSON.parse(text) as Report
  const ran = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map((result) => ({ ...result, test: `${name} > ${result.fullName}` })),
  )
  const failures = ran
    .filter(({ status }) => status === 'failed')
    .map(({ test, failureMessages }) => failureOf(seed, test, failureMessages.join('\n')))
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((it) => it.status !== 'failed'),
  )
  failures.push(...broken.map(({ name, message }) => failureOf(seed, name, message)))
  if (!report.success && failures.length === 0) failures.push(failureOf(seed, 'vitest', output))
  return { checked: ran.length, failures }
}

function failureOf(seed: number, test: string, message: string): PropertyFailure {
  const path = /\bpath: "([\d:]*)"/.exec(message)?.[1] ?? null
  return { seed, path, test: relative(process.cwd(), test), message: message.slice(0, MESSAGE_SHOWN) }
}
