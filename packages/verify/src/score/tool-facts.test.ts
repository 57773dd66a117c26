import { describe, expect, it } from 'vitest'
import {
  addBreakingChange,
  breakingChangeLeft,
  NO_TOOL_FACTS,
  toolFactsOf,
  withoutEmptyFacts,
  withUsage,
} from './tool-facts.ts'

const day = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 86_400_000)

describe('breaking changes', () => {
  it('are kept by date, each once, the newest five of 90 days', () => {
    const once = addBreakingChange(null, day(0))
    expect(once).toEqual({ usage: null, breakingChangesAt: [day(0).toISOString()], openChange: null })
    expect(addBreakingChange(once, day(0))).toEqual(once)
    expect(addBreakingChange(once, day(90)).breakingChangesAt).toEqual([day(90).toISOString()])
    const many = [1, 2, 3, 4, 5, 6].reduce((facts, n) => addBreakingChange(facts, day(n)), once)
    expect(many.breakingChangesAt).toEqual([2, 3, 4, 5, 6].map((n) => day(n).toISOString()))
  })

  it('count less by the day', () => {
    const left = (from: number, to: number) => breakingChangeLeft(day(from).toISOString(), day(to).toISOString(), 30)
    expect([left(0, 0), left(0, 15), left(0, 30), left(0, 90)]).toEqual([1, 0.5, 0, 0])
    expect(left(5, 0)).toBe(1)
    expect(breakingChangeLeft('never', day(0).toISOString(), 30)).toBe(0)
  })
})

describe('the facts of a subject', () => {
  it('are none for a server without reports, and its own for one with reports', () => {
    expect(toolFactsOf({ kind: 'server', removedAt: null, facts: null })).toBeNull()
    const facts = addBreakingChange(null, day(0))
    expect(toolFactsOf({ kind: 'server', removedAt: day(1), facts })).toEqual({ ...facts, removedAt: null })
    expect(toolFactsOf({ kind: 'tool', removedAt: null, facts: null })).toEqual(NO_TOOL_FACTS)
    expect(toolFactsOf({ kind: 'tool', removedAt: day(1), facts })).toEqual({ ...facts, removedAt: day(1) })
  })

  it('are not stored where they are empty', () => {
    const facts = addBreakingChange(null, day(0))
    expect(withoutEmptyFacts(withUsage(null, null))).toBeNull()
    expect(withoutEmptyFacts(withUsage(facts, null))).toEqual(facts)
  })
})
