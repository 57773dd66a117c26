// @ts-check
import { relative } from 'node:path'

/**
 * What a suite came to. A suite that says nothing counts as one failure: silence is never zero.
 *
 * @typedef {object} Tally
 * @property {number} passed
 * @property {string[]} failed names
 * @property {string[]} skipped names
 */

/**
 * @typedef {{ fullName: string, status: string }} VitestTest
 * @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 *
 * @typedef {{ status: string, projectName: string }} PlaywrightTest
 * @typedef {{ title: string, file: string, line: number, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} PlaywrightReport
 */

/**
 * One check that is right or wrong as a whole.
 *
 * @param {string} name
 * @param {boolean} passed
 * @returns {Tally}
 */
export function tallyCheck(name, passed) {
  return passed ? { passed: 1, failed: [], skipped: [] } : { passed: 0, failed: [name], skipped: [] }
}

/**
 * @param {string} suite
 * @param {number} exitCode
 * @param {VitestReport | undefined} report undefined: it wrote none
 * @returns {Tally}
 */
export function tallyVitest(suite, exitCode, report) {
  const tests = report?.testResults.flatMap((file) => {
    const broken = file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
    const path = relative(process.cwd(), file.name)
    const own = file.assertionResults.map((test) => ({
      name: `${path} › ${test.fullName}`,
      status: VITEST_STATUS[test.status] ?? 'failed',
    }))
    return broken ? [...own, { name: `${path} (the file itself)`, status: 'failed' }] : own
  })
  return tally(suite, exitCode, tests)
}

/** @type {Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>} What is not here did not come to its end. */
const VITEST_STATUS = { passed: 'passed', failed: 'failed', skipped: 'skipped', todo: 'skipped' }
/** @type {Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>} A flaky test is a failing one. */
const PLAYWRIGHT_STATUS = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }

/**
 * @param {string} suite
 * @param {number} exitCode
 * @param {PlaywrightReport | undefined} report
 * @returns {Tally}
 */
export function tallyPlaywright(suite, exitCode, report) {
  if (report === undefined) return tally(suite, exitCode, undefined)
  const tests = report.suites.flatMap((top) => playwrightTests(top, []))
  const errors = report.errors.map(({ message }) => ({
    name: `${suite}: ${message?.split('\n')[0] ?? 'an error outside any test'}`,
    status: 'failed',
  }))
  return tally(suite, exitCode, [...tests, ...errors])
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above
 * @returns {{ name: string, status: string }[]}
 */
function playwrightTests(suite, above) {
  const titles = [...above, suite.title]
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      name: `[${test.projectName}] ${[...titles, spec.title].join(' › ')}`,
      status: PLAYWRIGHT_STATUS[test.status] ?? 'failed',
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => playwrightTests(inner, titles))]
}

/**
 * @param {string} suite
 * @param {number} exitCode
 * @param {{ name: string, status: string }[] | undefined} tests
 * @returns {Tally}
 */
function tally(suite, exitCode, tests) {
  if (tests === undefined) return tallyCheck(`${suite}: it ended with code ${exitCode} and left no report`, false)
  const named = (/** @type {string} */ status) => tests.filter((test) => test.status === status).map(({ name }) => name)
  const failed = named('failed')
  if (tests.length === 0) failed.push(`${suite}: no test ran`)
  else if (exitCode !== 0 && failed.length === 0)
    failed.push(`${suite}: it ended with code ${exitCode} although no test failed`)
  return { passed: named('passed').length, failed, skipped: named('skipped') }
}

/**
 * What to print last: the names worth a look, then the one line over everything.
 *
 * @param {readonly Tally[]} tallies
 * @returns {{ lines: string[], exitCode: 0 | 1 }}
 */
export function summary(tallies) {
  const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
  const skipped = tallies.flatMap((one) => one.skipped)
  const failed = tallies.flatMap((one) => one.failed)
  if (passed + failed.length === 0) failed.push('nothing ran at all')
  const listed = [...skipped.map((name) => `skipped: ${name}`), ...failed.map((name) => `failed: ${name}`)]
  return {
    lines: [...listed, `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`],
    exitCode: failed.length > 0 ? 1 : 0,
  }
}
