import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_STEPS, taskSteps } from './task-steps'
import cases from './task-steps.cases.json' with { type: 'json' }

describe('several steps', () => {
  test.each(cases.severalSteps as [string, string[]][])('%s', (task, steps) => {
    expect(taskSteps(task)).toEqual(steps)
  })

  test('of more than four, the first four', () => {
    expect(taskSteps('a one; b two; c three; d four; e five')).toEqual(['a one', 'b two', 'c three', 'd four'])
  })
})

describe('one step, as given', () => {
  test.each(cases.oneStep)('%s', (task) => {
    expect(taskSteps(task)).toEqual([task])
  })
})

const anyTask = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' and then ', '; ', '\n', '1. ', '2) ', 'first ', ', then ', '然后', ' ثم ', '"', ' '),
    ),
  )
  .map((parts) => parts.join(''))

test('of any text: one to four steps, each in the task’s own words, none empty', () => {
  fc.assert(
    fc.property(anyTask, (task) => {
      const steps = taskSteps(task)
      expect(steps.length).toBeGreaterThanOrEqual(1)
      expect(steps.length).toBeLessThanOrEqual(MOST_STEPS)
      if (steps.length === 1) expect(steps).toEqual([task])
      const spaced = task.replace(/[^\S\n]+/gu, ' ')
      for (const step of steps.length === 1 ? [] : steps) {
        expect(step).not.toBe('')
        expect(spaced).toContain(step)
      }
    }),
  )
})

test.each(cases.longTasks)('ten thousand characters of %j are read', (unit) => {
  const task = unit.repeat(Math.ceil(10_000 / unit.length))
  expect(taskSteps(task).length).toBeGreaterThanOrEqual(1)
})
