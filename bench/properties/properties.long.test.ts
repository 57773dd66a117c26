import { expect, test } from 'vitest'
import { FIXED_SEED } from '../../commands/test/property-seed.mjs'
import { checkWith } from './properties'
import { listPropertyTests } from './property-tests'

/** In these, each run of the tests checks one case of so many. */
const SHARE = 5
const FEWER = [
  'lib/core/json-schema/agrees.test.ts',
  'lib/core/privacy/personal-data.test.ts',
  'lib/core/verdict/changes-by-time.test.ts',
  'lib/feed/rules/feed-delta.test.ts',
  'lib/search/arguments/arguments-fit.test.ts',
  'lib/search/arguments/example-arguments.test.ts',
  'packages/guard/src/wrap/wrap-property.test.ts',
  'packages/tlog/src/note/signed-note.test.ts',
  'packages/verify/src/score/usage.test.ts',
]

test('properties that are checked with fewer cases in every run hold in all of them', async () => {
  const tests = listPropertyTests(process.cwd()).filter(({ file }) => FEWER.includes(file))
  expect(new Set(tests.map(({ file }) => file)).size).toBe(FEWER.length)
  for (let seed = FIXED_SEED; seed < FIXED_SEED + SHARE; seed += 1) {
    const { checked, failures } = await checkWith(seed, tests)
    expect(failures).toEqual([])
    expect(checked).toBeGreaterThanOrEqual(tests.length)
  }
}, 600_000)
