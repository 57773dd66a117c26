import { describe, expect, test } from 'vitest'
import cases from './clauses.cases.json' with { type: 'json' }
import { taskSteps } from './task-steps'

describe('clauses that each begin with a verb are steps', () => {
  test.each(cases.severalSteps as [string, string[]][])('%s', (task, steps) => {
    expect(taskSteps(task)).toEqual(steps)
  })
})

describe('one request is one step', () => {
  test.each(Object.values(cases.oneStep).flat())('%s', (task) => {
    expect(taskSteps(task)).toEqual([task])
  })
})

test.each([', ', ' and ', 'get, ', 'get x, ', ', and ', 'to get x and ', 'please ', ' & ', "'", '(', 'hello, '])(
  'ten thousand characters of %j are read',
  (unit) => {
    const task = unit.repeat(Math.ceil(10_000 / unit.length))
    expect(taskSteps(task).length).toBeGreaterThanOrEqual(1)
  },
)
