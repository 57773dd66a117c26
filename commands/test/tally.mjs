// @ts-check
import { relative } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Tally the counts of a suite */
/** @typedef {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} VitestFile */

/**
 * @param {string} name
 * @param {boolean} hasPassed
 * @returns {Tally}
 */
export function tallyCheck(name, hasPassed) {
  return hasPassed ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, failures: [name] }
}

/**
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Tally}
 */
export function tallyVitest({ testResults }) {
  const all = testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name)
    const tests = file.assertionResults.map(({ fullName, status }) => ({ name: `${path} › ${fullName}`, status }))
    // The file did not load, or a hook failed.
    const isBroken = file.status === 'failed' && tests.every(({ status }) => status !== 'failed')
    return isBroken ? [...tests, { name: path, status: 'failed' }] : tests
  })
  const passed = all.filter(({ status }) => status === 'passed').length
  const skipped = all.filter(({ status }) => status === 'skipped' || status === 'todo').length
  const failures = all.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return { passed, failed: all.length - passed - skipped, skipped, failures }
}

/**
 * Flaky tests count as failed. The names of failed tests are at the end of Playwright's own output.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats: { expected, unexpected, flaky, skipped } }) {
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/**
 * Counts one failure for a suite that left no report, ran no test, or ended with an error that no failed test explains.
 *
 * @param {string} name
 * @param {number} exitCode
 * @param {Tally} [tally]
 * @returns {Tally}
 */
export function withExitCode(name, exitCode, tally = { passed: 0, failed: 0, skipped: 0 }) {
  if (tally.failed > 0 || (exitCode === 0 && tally.passed > 0)) return tally
  const reason = exitCode === 0 ? 'no test ran' : `it ended with code ${exitCode} and counted no failed test`
  return { ...tally, failed: 1, failures: [`${name}: ${reason}`] }
}

/** @param {readonly Tally[]} tallies */
export function countsLine(tallies) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) => tallies.reduce((all, one) => all + one[kind], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}
