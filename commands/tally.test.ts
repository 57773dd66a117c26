import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { summary, tallyCheck, tallyPlaywright, tallyVitest } from './tally.mjs'

const file = (status: string, tests: [name: string, status: string][]) => ({
  name: join(process.cwd(), 'lib/a.test.ts'),
  status,
  assertionResults: tests.map(([fullName, own]) => ({ fullName, status: own })),
})
const spec = (title: string, ...statuses: string[]) => ({
  title,
  file: 'a.spec.ts',
  line: 1,
  tests: statuses.map((status) => ({ status, projectName: 'desktop' })),
})

describe('a Vitest report', () => {
  it('is counted test by test', () => {
    const report = {
      testResults: [
        file('failed', [
          ['a', 'passed'],
          ['b', 'failed'],
          ['c', 'skipped'],
          ['d', 'todo'],
        ]),
        file('passed', [['e', 'passed']]),
      ],
    }
    expect(tallyVitest('unit', 1, report)).toEqual({
      passed: 2,
      failed: ['lib/a.test.ts › b'],
      skipped: ['lib/a.test.ts › c', 'lib/a.test.ts › d'],
    })
  })

  it('counts a file that did not load, and a test that did not end, as failures', () => {
    const report = { testResults: [file('failed', []), file('passed', [['a', 'pending']])] }
    expect(tallyVitest('unit', 1, report).failed).toEqual(['lib/a.test.ts (the file itself)', 'lib/a.test.ts › a'])
  })

  it('counts a hook that failed after tests that passed', () => {
    expect(tallyVitest('unit', 1, { testResults: [file('failed', [['a', 'passed']])] })).toMatchObject({
      passed: 1,
      failed: ['lib/a.test.ts (the file itself)'],
    })
  })

  it('is a failure when it is missing, is empty, or says less than the exit code', () => {
    expect(tallyVitest('unit', 0, undefined).failed).toEqual(['unit: it ended with code 0 and left no report'])
    expect(tallyVitest('unit', 0, { testResults: [] }).failed).toEqual(['unit: no test ran'])
    expect(tallyVitest('unit', 1, { testResults: [file('passed', [['a', 'passed']])] })).toEqual({
      passed: 1,
      failed: ['unit: it ended with code 1 although no test failed'],
      skipped: [],
    })
  })
})

describe('a Playwright report', () => {
  it('is counted test by test and project by project, however deep', () => {
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('one', 'expected', 'unexpected')],
          suites: [{ title: 'inner', specs: [spec('two', 'skipped'), spec('three', 'flaky')] }],
        },
      ],
      errors: [],
    }
    expect(tallyPlaywright('browser', 1, report)).toEqual({
      passed: 1,
      failed: ['[desktop] a.spec.ts › one', '[desktop] a.spec.ts › inner › three'],
      skipped: ['[desktop] a.spec.ts › inner › two'],
    })
  })

  it('counts what went wrong outside any test', () => {
    const report = { suites: [], errors: [{ message: 'Timed out waiting 120000ms from config.webServer.\nmore' }] }
    expect(tallyPlaywright('browser', 1, report).failed).toEqual([
      'browser: Timed out waiting 120000ms from config.webServer.',
    ])
  })

  it('is a failure when it is missing or empty', () => {
    expect(tallyPlaywright('browser', 1, undefined).failed).toHaveLength(1)
    expect(tallyPlaywright('browser', 0, { suites: [], errors: [] }).failed).toEqual(['browser: no test ran'])
  })
})

describe('the last line', () => {
  it('sums up everything, after the names worth a look', () => {
    const tallies = [
      tallyCheck('types', true),
      tallyCheck('lint', false),
      { passed: 40, failed: [], skipped: ['on Neon'] },
    ]
    expect(summary(tallies)).toEqual({
      lines: ['skipped: on Neon', 'failed: lint', '41 passed, 1 failed, 1 skipped'],
      exitCode: 1,
    })
  })

  it('is good only when something ran and nothing failed', () => {
    expect(summary([tallyCheck('types', true)])).toEqual({ lines: ['1 passed, 0 failed, 0 skipped'], exitCode: 0 })
    expect(summary([])).toEqual({ lines: ['failed: nothing ran at all', '0 passed, 1 failed, 0 skipped'], exitCode: 1 })
    expect(summary([{ passed: 0, failed: [], skipped: ['a'] }]).exitCode).toBe(1)
  })
})
