import { describe, expect, test } from 'vitest'
import { BEGINNING, isCounted, positionAfter } from './position'

describe('a message of a partition', () => {
  const position = { seq: 100, atMs: 5000 }

  test.each([
    ['with the number of the last counted one', { seq: 100, atMs: 5000 }, true],
    ['before it', { seq: 7, atMs: 10 }, true],
    ['after it', { seq: 101, atMs: 5001 }, false],
    ['after it, stored by a server whose clock is minutes behind', { seq: 101, atMs: 10 }, false],
    ['with a number that was given again after the stream lost messages', { seq: 90, atMs: 5001 }, false],
  ])('%s', (_, message, counted) => {
    expect(isCounted(message, position)).toBe(counted)
  })

  test('is not counted while nothing is', () => {
    expect(isCounted({ seq: 1, atMs: 1 }, BEGINNING)).toBe(false)
  })

  test('moves the position by its number, and never back in time', () => {
    const behind = positionAfter(position, [
      { seq: 101, atMs: 4000 },
      { seq: 103, atMs: 4500 },
    ])
    expect(behind).toEqual({ seq: 103, atMs: 5000 })
    expect(isCounted({ seq: 103, atMs: 4500 }, behind)).toBe(true)
    expect(positionAfter(position, [{ seq: 12, atMs: 6000 }])).toEqual({ seq: 12, atMs: 6000 })
  })
})
