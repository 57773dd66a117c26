import { NO_TOOL_FACTS, type OpenChange } from 'assay-verify/score/tool-facts'
import type { Recommendation, Verdict } from 'assay-verify/verdict'
import { describe, expect, it, test } from 'vitest'
import { ANY_CALLER, faultDecides, faultOf, recommend, type ToolFault } from './recommendation'
import cases from './recommendation.cases.json' with { type: 'json' }

const READ_ONLY = { readOnly: true }

describe('the recommendation', () => {
  test.each(cases.recommendations as [Verdict, ToolFault | null, Recommendation, Recommendation][])(
    'for %s with %s: %s, and %s for callers of read-only tools',
    (verdict, fault, any, readOnly) => {
      expect(recommend(verdict, fault, ANY_CALLER)).toBe(any)
      expect(recommend(verdict, fault, READ_ONLY)).toBe(readOnly)
    },
  )

  it('puts the fault of a tool first, except a change where the server is down', () => {
    expect(faultDecides('healthy', 'breaking')).toBe(true)
    expect(faultDecides('down', 'breaking')).toBe(false)
    expect(faultDecides('down', 'removed')).toBe(true)
    expect(faultDecides('down', 'unsafe_text')).toBe(true)
    expect(faultDecides('down', 'no_tools')).toBe(false)
    expect(faultDecides('down', 'one_tool')).toBe(false)
    expect(faultDecides('down', null)).toBe(false)
  })

  it('ranks being removed above any change', () => {
    const openChange = { class: 'safety', at: '2026-11-20T12:00:00.000Z', text: 'It changed.' } as const
    expect(faultOf(null)).toBeNull()
    expect(faultOf(NO_TOOL_FACTS)).toBeNull()
    expect(faultOf({ ...NO_TOOL_FACTS, openChange })).toBe('safety')
    expect(faultOf({ ...NO_TOOL_FACTS, openChange, removedAt: new Date(0) })).toBe('removed')
  })

  it('distinguishes on a server what is about one of its tools, and whether one is left', () => {
    const at = '2026-11-20T12:00:00.000Z'
    const ofServer = (openChange: OpenChange) => faultOf({ ...NO_TOOL_FACTS, openChange })
    const change = { at, text: 'It changed.' }
    expect(ofServer({ ...change, class: 'safety', tool: 'wipe', toolsLeft: 3 })).toBe('one_tool')
    expect(ofServer({ ...change, class: 'removed', tool: 'wipe', toolsLeft: 3 })).toBe('one_tool')
    expect(ofServer({ ...change, class: 'removed', tool: 'wipe', toolsLeft: 0 })).toBe('no_tools')
    expect(ofServer({ ...change, class: 'removed', toolsLeft: 0 })).toBe('no_tools')
    expect(ofServer({ ...change, class: 'safety', declared: true })).toBe('safety')
    expect(ofServer({ ...change, class: 'unsafe_text', declared: true })).toBe('unsafe_text')
  })
})
