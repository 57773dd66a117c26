import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { digestOf, type Leaf } from '../leaves/leaf.ts'
import { EMPTY_SCORE_FACTS } from '../score/score.ts'
import { scoreInputsOf } from '../score/score-inputs.ts'
import { checkBreakages, checkMissingBreakages, checkMissingPast, type ShownBreakage } from './check-shown.ts'
import { type ComparedScore, ScoreInputLines } from './score-input-lines.ts'
import { TlogClearances } from './tlog-clearances.ts'
import { TlogFacts } from './tlog-facts.ts'

const AT = '2026-11-01T00:00:00.000Z'
const ID = 'a/b'
const EVIDENCE = [1, 2, 3].map((hour) => ({
  code: 'connect_failed',
  text: 'It failed.',
  at: `2026-11-01T0${hour}:00:00.000Z`,
}))
const WORDS = { severity: 'major' as const, evidence: EVIDENCE.slice(0, 1) }
const LOGGED = { severity: 'major', evidence: digestOf(WORDS.evidence) }

/** What is logged of one breakage after these events. */
function loggedAfter(events: readonly ('opened' | 'closed')[]): TlogFacts['breakages'] {
  const facts = new TlogFacts()
  for (const [index, event] of events.entries()) {
    const leaf = { v: 2, queuedAt: AT, kind: 'breakage', at: AT, id: ID, key: '7', breakage: 'down', event, ...LOGGED }
    facts.add(leaf as Leaf, index)
  }
  return facts.breakages
}

function textsOf(before: readonly ('opened' | 'closed')[], later: readonly ('opened' | 'closed')[], isOpen: boolean) {
  const logged = { before: loggedAfter(before), after: loggedAfter([...before, ...later]) }
  const closedAt = isOpen ? null : AT
  const shown = { id: 'brk_7', serverId: ID, toolIds: [], kind: 'down', ...WORDS, openedAt: AT, closedAt }
  const open = isOpen ? [shown] : []
  return [...checkBreakages([shown], logged, new TlogFacts()), ...checkMissingBreakages(open, logged)].map(
    ({ text }) => text,
  )
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

  test('one that ended before the log was opened, and is logged as open again after it was asked for', () => {
    const both = { before: loggedAfter([]), after: loggedAfter(['opened']) }
    const closedAt = '2026-10-31T23:50:00.000Z'
    const shown = { id: 'brk_7', serverId: ID, toolIds: [], kind: 'down', ...WORDS, openedAt: closedAt, closedAt }
    const facts = Object.assign(new TlogFacts(), { openedAt: Date.parse(AT) })
    expect(checkBreakages([shown], both, facts)).toEqual([])
    expect(checkBreakages([{ ...shown, closedAt: '2026-11-01T00:10:00.000Z' }], both, facts)).toHaveLength(1)
    expect(checkBreakages([shown], { before: both.after, after: both.after }, facts)).toHaveLength(1)
  })

  test('one that nothing was logged of meanwhile is as it is logged', () => {
    expect(textsOf(['opened'], [], false)).toEqual([
      'brk_7 (down) is shown as ended and logged as opened.',
      'brk_7 (down) is logged as open and not shown.',
    ])
    expect(textsOf(['opened', 'closed'], [], true)).toEqual(['brk_7 (down) is shown as open and logged as closed.'])
  })
})

describe('what is said of a breakage', () => {
  const faultsOf = (words: Partial<Pick<ShownBreakage, 'severity' | 'evidence'>>, isOpen: boolean) => {
    const logged = loggedAfter(isOpen ? ['opened'] : ['opened', 'closed'])
    const closedAt = isOpen ? null : AT
    const shown = { id: 'brk_7', serverId: ID, toolIds: [], kind: 'down', ...WORDS, openedAt: AT, closedAt, ...words }
    return checkBreakages([shown], { before: logged, after: logged }, new TlogFacts()).map(({ text }) => text)
  }

  test('is as it was when it ended', () => {
    expect(faultsOf({}, false)).toEqual([])
    expect(faultsOf({ severity: 'minor' }, false)).toEqual(['brk_7 (down) is shown as minor; it was logged as major.'])
    expect(faultsOf({ severity: 'critical' }, false)).toHaveLength(1)
    const text = 'brk_7 (down) is shown as a breakage with other evidence than was logged.'
    expect([faultsOf({ evidence: [] }, false), faultsOf({ evidence: EVIDENCE }, false)]).toEqual([[text], [text]])
  })

  test('may become worse, and gets more evidence, while it is open', () => {
    expect(faultsOf({ severity: 'critical', evidence: EVIDENCE }, true)).toEqual([])
    expect(faultsOf({ severity: 'minor' }, true)).toHaveLength(1)
    expect(faultsOf({ evidence: EVIDENCE.slice(1) }, true)).toHaveLength(1)
  })
})

describe('the times of a breakage that is over', () => {
  const at = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
  const logged = new TlogFacts()
  const leaves = [
    { kind: 'log_opened', at: AT, origin: 'o', software: 's' },
    ...[0, 600].flatMap((minutes, key) => [
      { kind: 'breakage', at: at(minutes + 200), id: ID, key: `${key}`, breakage: 'down', event: 'opened', ...LOGGED },
      { kind: 'breakage', at: at(minutes + 260), id: ID, key: `${key}`, breakage: 'down', event: 'closed', ...LOGGED },
    ]),
  ]
  for (const [index, leaf] of leaves.entries()) logged.add({ v: 2, queuedAt: leaf.at, ...leaf } as Leaf, index)
  const both = { before: logged.breakages, after: logged.breakages }
  const textsOf = (opened: number, closed: number) => {
    const times = { openedAt: at(opened), closedAt: at(closed) }
    const shown = { id: 'brk_0', serverId: ID, toolIds: [], kind: 'down', ...WORDS, ...times }
    return checkBreakages([shown], both, logged).map(({ text }) => text)
  }

  test('are as they are logged, the beginning by the probe that settled it', () => {
    expect(textsOf(200, 260)).toEqual([])
    expect(textsOf(90, 260)).toEqual([])
  })

  test('cannot be moved', () => {
    const begun = `it was logged as begun at ${at(200)}.`
    expect(textsOf(255, 260)).toEqual([`brk_0 (down) is shown as begun at ${at(255)}; ${begun}`])
    expect(textsOf(60, 260)).toEqual([`brk_0 (down) is shown as begun at ${at(60)}; ${begun}`])
    const ended = `it was logged as ended at ${at(260)}.`
    expect(textsOf(200, 205)).toEqual([`brk_0 (down) is shown as ended at ${at(205)}; ${ended}`])
  })

  test('one that is not shown any more is found for as long as it is kept, where its server is known', () => {
    const shown = [{ id: 'brk_0', serverId: ID, toolIds: [], kind: 'down', ...WORDS, openedAt: AT, closedAt: AT }]
    const missing = (isKnown: boolean, days: number) =>
      checkMissingPast(shown, both, () => isKnown, Date.parse(AT) + days * 24 * HOUR_MS).map(({ text }) => text)
    expect(missing(true, 3)).toEqual(['brk_1 (down) is logged as ended and not shown.'])
    expect(missing(false, 3)).toEqual([])
    expect(missing(true, 732)).toEqual([])
  })
})

describe('texts that are shown as cleared', () => {
  const clearing = (event: 'cleared' | 'restored', minute: number) =>
    ({
      kind: 'unsafe_texts',
      at: `2026-11-01T00:${minute}:00.000Z`,
      id: ID,
      event,
      digest: 'sha256:0',
      reason: 'read',
    }) as const
  const document = 'sha256:0'
  const textsOf = (
    shown: { at?: string; reason?: string; askedAt?: number; digest?: string; counts?: boolean },
    restored: boolean,
    wasRecorded = true,
  ) => {
    const logged = new TlogClearances()
    logged.take({ v: 2, queuedAt: AT, ...clearing('cleared', 30) }, 5)
    logged.takeTexts(document, { id: ID, texts: ['one', 'two'] })
    if (restored) logged.take({ v: 2, queuedAt: AT, ...clearing('restored', 40) }, 6)
    const { at = '2026-11-01T00:30:00.000Z', reason = 'read', digest = 'two' } = shown
    const askedAt = shown.askedAt ?? Date.parse(AT) + HOUR_MS
    const one = { serverId: ID, digest, cleared: shown.counts ? null : { at, reason }, askedAt }
    return logged.check([one], () => wasRecorded).map(({ leaf, text }) => [leaf, text])
  }

  test('are logged as such, with when and why', () => {
    expect(textsOf({}, false)).toEqual([])
    const why = 'the log has no clearing of then with that reason, or its end.'
    expect(textsOf({ reason: 'x' }, false)).toEqual([
      [5, `Texts are shown as cleared at 2026-11-01T00:30:00.000Z; ${why}`],
    ])
    const at = '2026-11-01T00:05:00.000Z'
    expect(textsOf({ at }, false)).toEqual([[null, `Texts are shown as cleared at ${at}; ${why}`]])
    expect(textsOf({ at }, false, false)).toEqual([])
  })

  test('are those that were cleared', () => {
    expect(textsOf({ digest: 'three' }, false)).toEqual([
      [5, 'A text is shown as cleared at 2026-11-01T00:30:00.000Z; what was cleared then are others.'],
    ])
    expect(textsOf({ digest: 'three', counts: true }, false)).toEqual([])
  })

  test('are not shown as if nobody had cleared them', () => {
    expect(textsOf({ counts: true }, false)).toEqual([
      [5, 'A text is shown as not cleared; it was, at 2026-11-01T00:30:00.000Z.'],
    ])
    expect(textsOf({ counts: true, askedAt: Date.parse('2026-11-01T00:35:00.000Z') }, false)).toEqual([])
    expect(textsOf({ counts: true }, true)).toEqual([])
    expect(textsOf({ counts: true }, false, false)).toEqual([])
  })

  test('and are shown no more soon after that was taken back', () => {
    expect(textsOf({}, true)).toHaveLength(1)
    expect(textsOf({ askedAt: Date.parse('2026-11-01T00:45:00.000Z') }, true)).toEqual([])
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

  test('may be of a moment before the line that is logged before it', () => {
    expect(textsOf({ ...shown(1, 99), leaf: 3, at: hour(1) - 1400 })).toEqual([])
    expect(textsOf({ ...shown(1, 83), leaf: 3, at: hour(1) - 1400 })).toHaveLength(1)
  })

  test('has neither fewer probes than the line before, nor more than could have been made', () => {
    expect(textsOf(shown(1.9, 99))).toEqual(['It counts 99 probes; leaf 1 and leaf 2 allows 100 to 114.'])
    expect(textsOf(shown(2.1, 151))).toEqual(['It counts 151 probes; leaf 1 and leaf 2 allows 100 to 150.'])
  })
})
