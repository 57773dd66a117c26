import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countsLine, tallyCheck, tallyPlaywright, tallyVitest, withExitCode } from './tally.mjs'

const file = (status: string, tests: [name: string, status: string][]) => ({
  name: join(process.cwd(), 'lib/a.test.ts'),
  status,
  assertionResults: tests.map(([fullName, own]) => ({ fullName, status: own })),
})

it('counts the tests of Vitest, and names the failed ones', () => {
  const mixed = file('failed', [
    ['a', 'passed'],
    ['b', 'failed'],
    ['c', 'skipped'],
    ['d', 'todo'],
  ])
  expect(tallyVitest({ testResults: [mixed, file('passed', [['e', 'passed']])] })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ['lib/a.test.ts › b'],
  })
})

it('counts a file that did not load, a hook that failed, and a test that did not end', () => {
  const hook = file('failed', [['a', 'passed']])
  const unfinished = file('passed', [['b', 'pending']])
  expect(tallyVitest({ testResults: [file('failed', []), hook, unfinished] })).toMatchObject({ passed: 1, failed: 3 })
})

it('counts a flaky browser test as a failure', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(tallyPlaywright({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

it.each([
  ['no report', 0, undefined, 'unit: no test ran'],
  ['no report after a crash', 1, undefined, 'unit: it ended with code 1 and counted no failed test'],
  ['only skipped tests', 0, { passed: 0, failed: 0, skipped: 1 }, 'unit: no test ran'],
  [
    'an error outside any test',
    124,
    { passed: 3, failed: 0, skipped: 0 },
    'unit: it ended with code 124 and counted no failed test',
  ],
])('counts a suite with %s as one failure', (_what, code, tally, failure) => {
  expect(withExitCode('unit', code, tally)).toMatchObject({ failed: 1, failures: [failure] })
})

it('sums up everything in one line', () => {
  const tallies = [tallyCheck('types', true), tallyCheck('lint', false), { passed: 40, failed: 2, skipped: 1 }]
  expect(countsLine(tallies)).toBe('41 passed, 3 failed, 1 skipped')
})
