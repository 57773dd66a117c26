import { expect, test } from 'vitest'
import { FIXED_SEED } from '../../commands/test/property-seed.mjs'
import { checkWith } from './properties'
import { listPropertyTests } from './property-tests'

test('every property holds in all cases of the fixed seed', async () => {
  const tests = listPropertyTests(process.cwd())
  const { checked, failures } = await checkWith(FIXED_SEED, tests)
  expect(failures).toEqual([])
  expect(checked).toBeGreaterThanOrEqual(tests.length)
}, 600_000)
