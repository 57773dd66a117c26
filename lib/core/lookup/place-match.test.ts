import { expect, test } from 'vitest'
import { matchOfPlace } from './place-match'

test.each([
  ['', '', 'exact'],
  ['', 'src/time', 'exact'],
  ['src/time', 'src/time', 'exact'],
  ['src', 'src/time', 'exact'],
  ['src/time/readme.md', 'src/time', 'exact'],
  ['src/time', '', 'repository'],
  ['src/time', 'src/timer', 'repository'],
  ['src/timer', 'src/time', 'repository'],
  ['src/git', 'src/time', 'repository'],
] as const)('asked for %j, held at %j: %s', (asked, held, match) => {
  expect(matchOfPlace(asked, held)).toBe(match)
})
