import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CREDITS_A_KEY_AND_DAY, CREDITS_A_TOOL_AND_DAY, CREDITS_OF_ONE_CALL, creditsOf, limitOf } from './credits'

/** Credits of batches of one day, each a list of `[tool, events]`, sent in order by one key. */
function earnedBy(batches: readonly (readonly [tool: string, events: number][])[]): number[] {
  const reported = new Map<string, number>()
  let today = 0
  return batches.map((batch) => {
    const ofTools = batch.map(([tool, events]) => {
      const before = reported.get(tool) ?? 0
      reported.set(tool, before + events)
      return { before, events }
    })
    const earned = creditsOf(ofTools, today)
    today += earned
    return earned
  })
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

describe('credits', () => {
  test.each([
    ['nothing', [], 0, 0],
    ['one per event', [{ before: 0, events: 3 }], 0, 3],
    ['up to the cap of a tool', [{ before: 0, events: 1000 }], 0, CREDITS_A_TOOL_AND_DAY],
    ['what is left of a tool’s cap', [{ before: 48, events: 5 }], 48, 2],
    ['nothing past a tool’s cap', [{ before: 50, events: 5 }], 50, 0],
    ['nothing long past it', [{ before: 5000, events: 5 }], 50, 0],
    [
      'each tool by itself',
      [
        { before: 50, events: 5 },
        { before: 0, events: 5 },
      ],
      50,
      5,
    ],
    ['what is left of the day’s cap', [{ before: 0, events: 50 }], CREDITS_A_KEY_AND_DAY - 7, 7],
    ['nothing past the day’s cap', [{ before: 0, events: 50 }], CREDITS_A_KEY_AND_DAY, 0],
    ['nothing where more was earned than is allowed now', [{ before: 0, events: 1 }], CREDITS_A_KEY_AND_DAY + 9, 0],
  ])('are %s', (_what, batch, earnedToday, credits) => {
    expect(creditsOf(batch, earnedToday)).toBe(credits)
  })

  const batch = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', ...'efghijklmnopqrstuvwxyz'), fc.nat(120)), {
    maxLength: 6,
  })
  const batches = fc.array(batch.map(onceEach), { maxLength: 30 })

  test('are never negative, and never exceed the events or the daily cap', () => {
    fc.assert(
      fc.property(batches, (given) => {
        const earned = earnedBy(given)
        for (const [i, credits] of earned.entries()) {
          expect(credits).toBeGreaterThanOrEqual(0)
          expect(credits).toBeLessThanOrEqual(sum((given[i] ?? []).map(([, events]) => events)))
        }
        expect(sum(earned)).toBeLessThanOrEqual(CREDITS_A_KEY_AND_DAY)
      }),
    )
  })

  test('of a day do not depend on the order and size of its batches', () => {
    fc.assert(
      fc.property(batches, (given) => {
        const forwards = sum(earnedBy(given))
        expect(sum(earnedBy([...given].reverse()))).toBe(forwards)
        expect(sum(earnedBy(given.flat().map((one) => [one])))).toBe(forwards)
      }),
    )
  })
})

describe('the limit of a key', () => {
  test.each([
    [600, 0, 600],
    [600, CREDITS_OF_ONE_CALL - 1, 600],
    [600, CREDITS_OF_ONE_CALL, 601],
    [600, 127, 612],
    [600, 30 * CREDITS_A_KEY_AND_DAY, 3600],
    [600, -50, 600],
  ])('%i a minute with %i credits is %i', (base, credits, limit) => {
    expect(limitOf(base, credits)).toBe(limit)
  })
})

function onceEach(batch: [string, number][]): [string, number][] {
  return [...new Map(batch)]
}
