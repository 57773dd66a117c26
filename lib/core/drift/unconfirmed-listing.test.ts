import { expect, test } from 'vitest'
import { needsConfirmation } from './unconfirmed-listing'

test.each([
  ['nothing is gone', { known: 200, gone: 0, listed: 200, isUp: true }, false],
  ['nothing is gone of one that is recovering', { known: 200, gone: 0, listed: 200, isUp: false }, false],
  ['a tool is gone', { known: 2, gone: 1, listed: 1, isUp: true }, false],
  ['a tool is gone of one that is recovering', { known: 2, gone: 1, listed: 1, isUp: false }, true],
  ['it lists nothing any more', { known: 200, gone: 200, listed: 0, isUp: true }, true],
  ['its only tool has another name', { known: 1, gone: 1, listed: 1, isUp: true }, false],
  ['most of many are gone', { known: 19, gone: 10, listed: 9, isUp: true }, true],
  ['fewer than half of many are gone', { known: 100, gone: 50, listed: 50, isUp: true }, false],
] as const)('%s', (_, loss, isDoubtful) => {
  expect(needsConfirmation(loss)).toBe(isDoubtful)
})
