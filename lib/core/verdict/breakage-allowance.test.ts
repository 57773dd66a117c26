import type { Severity } from 'assay-verify/breakage-kind'
import { expect, test } from 'vitest'
import { MOST_TOOL_BREAKAGES, withinAllowance } from './breakage-allowance'

const ofTool = (serverKey: number, severity: Severity = 'major') => ({ serverKey, toolId: 'a/b/c', severity })
const many = (count: number, serverKey: number) => Array.from({ length: count }, () => ofTool(serverKey))

test.each([
  ['a few of one server', many(3, 1), [], 3],
  ['more than one server may open', many(MOST_TOOL_BREAKAGES + 5, 1), [], MOST_TOOL_BREAKAGES],
  ['after earlier ones', many(5, 1), [[1, MOST_TOOL_BREAKAGES - 2]], 2],
  ['after too many earlier ones', many(5, 1), [[1, 10 * MOST_TOOL_BREAKAGES]], 0],
  ['others have an allowance of their own', [...many(5, 1), ...many(5, 2)], [[1, MOST_TOOL_BREAKAGES]], 5],
] as const)('%s', (_, openings, used, expected) => {
  expect(withinAllowance(openings, new Map(used))).toHaveLength(expected)
})

test('leaves out none of a whole server, and of tools the mildest', () => {
  const whole = { serverKey: 1, toolId: null, severity: 'minor' as const }
  const used = new Map([[1, MOST_TOOL_BREAKAGES - 1]])
  const openings = [ofTool(1, 'minor'), whole, ofTool(1, 'critical'), ofTool(1, 'major')]
  expect(withinAllowance(openings, used)).toEqual([whole, ofTool(1, 'critical')])
})
