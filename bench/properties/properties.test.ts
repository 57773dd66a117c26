import { describe, expect, test } from 'vitest'
import { readReport } from './properties'
import { linesOf, listPropertyTests } from './property-tests'

const PROPERTY = 'fc.assert(fc.property(fc.nat(), () => true))'

describe('the tests that check a property', () => {
  test('are found by the line vitest selects them by', () => {
    const source = [
      "describe('x', () => {",
      "  it('draws nothing', () => undefined)",
      `  it('checks', () => { ${PROPERTY} })`,
      '  test.each([',
      '    1,',
      `  ])('checks %d', () => {`,
      `    for (const n of [1]) ${PROPERTY}`,
      '  })',
      `  it('waits', async () => {`,
      `    await ${PROPERTY}`,
      `    await ${PROPERTY}`,
      '  })',
      '})',
    ]
    expect(linesOf('x.test.ts', source.join('\n'))).toEqual([3, 6, 9])
  })

  test('must not check it outside of a test', () => {
    expect(() => linesOf('x.test.ts', `\nfunction check() { ${PROPERTY} }`)).toThrow(
      'x.test.ts:2 checks a property outside of a test',
    )
  })

  test('are found in the whole repository', () => {
    const found = listPropertyTests(process.cwd())
    expect(found.length).toBeGreaterThan(90)
    expect(found.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['packages/verify/src/state/server-state.test.ts']),
    )
  })
})

describe('the report of a run', () => {
  const report = (status: string, assertions: object[], message = '') =>
    JSON.stringify({
      success: status === 'passed',
      testResults: [{ name: `${process.cwd()}/x.test.ts`, status, message, assertionResults: assertions }],
    })
  const assertion = (status: string, ...failureMessages: string[]) => ({ fullName: 'a b', status, failureMessages })

  test('counts checked tests, and not skipped ones', () => {
    const text = report('passed', [assertion('passed'), assertion('skipped'), assertion('passed')])
    expect(readReport(1, text, '')).toEqual({ checked: 2, failures: [] })
  })

  test('names the seed and the path of a failure', () => {
    const message = 'Error: Property failed after 3 tests\n{ seed: 7, path: "2:1:0", endOnFailure: true }'
    const { failures } = readReport(7, report('failed', [assertion('failed', message)]), '')
    expect(failures).toEqual([{ seed: 7, path: '2:1:0', test: 'x.test.ts > a b', message }])
  })

  test('has a failure where a file or the run broke without a failed test', () => {
    const [broken] = readReport(7, report('failed', [assertion('skipped')], 'No test found in line 3'), '').failures
    expect(broken).toEqual({ seed: 7, path: null, test: 'x.test.ts', message: 'No test found in line 3' })
    const text = JSON.stringify({ success: false, testResults: [] })
    expect(readReport(7, text, 'out of memory').failures).toMatchObject([{ test: 'vitest', message: 'out of memory' }])
  })
})
