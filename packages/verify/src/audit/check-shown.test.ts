import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import type { Leaf } from '../leaves/leaf.ts'
import { EMPTY_SCORE_FACTS } from '../score/score.ts'
import { scoreInputsOf } from '../score/score-inputs.ts'
import { checkBreakages, checkMissingBreakages } from './check-shown.ts'
import { LoggedFacts } from './logged-facts.ts'
import { type ComparedScore, ScoreInputLines } from './score-input-lines.ts'

const AT = '2026-11-01T00:00:00.000Z'
const ID = 'a/b'

/** What is logged of one breakage after these events. */
function loggedAfter(events: readonly ('opened' | 'closed')[]): LoggedFacts['breakages'] {
  const facts = new LoggedFacts()
  for (const [index, event] of events.entries()) {
    const leaf = { v: 2, queuedAt: AT, kind: 'breakage', at: AT, id: ID, key: '7', breakage: 'down', event }
    facts.add(leaf as Leaf, index)
  }
  return facts.breakages
}

function textsOf(before: readonly ('opened' | 'closed')[], later: readonly ('opened' | 'closed')[], isOpen: boolean) {
  const logged = { before: loggedAfter(before), after: loggedAfter([...before, ...later]) }
  const closedAt = isOpen ? null : AT
  const shown = { id: 'brk_7', serverId: ID, toolIds: [], kind: 'down', openedAt: AT, closedAt }
  const open = isOpen ? [shown] : []
  return [...checkBreakages([shown], logged, 0), ...checkMissingBreakages(open, logged)].map(({ text }) => text)
}

describe('a breakage as it is shown', () => {
  test.each<['opened' | 'closed', ('opened' | 'closed')[], boolean]>([
    ['opened', [], true],
    ['closed', [], false],
    ['opened', ['closed'], true],
    ['opened', ['closed'], false],
    ['opened', ['closed', 'opened'], false],
    ['closed', ['opened', 'closed'], true],
    ['closed', ['opened', 'closed', 'opened'], false],
  ])('logged as %s, then %j: open %s is right', (before, later, isOpen) =>
    expect(textsOf([before], later, isOpen)).toEqual([]),
  )

  test('one that nothing was logged of meanwhile is as it is logged', () => {
    expect(textsOf(['opened'], [], false)).toEqual([
      'brk_7 (down) is shown as ended and logged as opened.',
      'brk_7 (down) is logged as open and not shown.',
    ])
    expect(textsOf(['opened', 'closed'], [], true)).toEqual(['brk_7 (down) is shown as open and logged as closed.'])
  })
})

describe('a score as it is shown', () => {
  const hour = (hours: number) => Date.parse(AT) + hours * HOUR_MS
  const line = (looks: number) => ({ ...EMPTY_SCORE_FACTS, id: ID, looks, usage: {} })
  const shown = (hours: number, looks: number) => {
    const inputs = scoreInputsOf({ ...EMPTY_SCORE_FACTS, looks }, null)
    return { leaf: null, id: ID, serverId: ID, at: hour(hours), inputs }
  }
  const textsOf = (score: ComparedScore) => {
    const lines = new ScoreInputLines()
    const found = lines.take([line(100)], 1, hour(1))
    lines.compare(score)
    return [...found, ...lines.take([line(104)], 2, hour(2)), ...lines.finish()].map(({ text }) => text)
  }

  test('is of before the hourly line that came after it was asked for, or of a moment later', () => {
    expect(textsOf(shown(1.9, 102))).toEqual([])
    expect(textsOf(shown(2.1, 130))).toEqual([])
  })

  test('has neither fewer probes than the line before, nor more than could have been made', () => {
    expect(textsOf(shown(1.9, 99))).toEqual(['It counts 99 probes; leaf 1 and leaf 2 allows 100 to 114.'])
    expect(textsOf(shown(2.1, 151))).toEqual(['It counts 151 probes; leaf 1 and leaf 2 allows 100 to 150.'])
  })
})
