import { describe, expect, test } from 'vitest'
import type { Leaf } from '../leaves/leaf.ts'
import { TlogFacts } from './tlog-facts.ts'

const OPENED = '2026-11-01T00:00:00.000Z'
const at = (hours: number) => new Date(Date.parse(OPENED) + hours * 3_600_000).toISOString()

/** Leaves of an honest log, and one that is not; each with the hour in which it was queued. */
const leaf = (queued: number, fact: object): Leaf => ({ v: 2, queuedAt: at(queued), ...fact }) as Leaf
const opened = leaf(0, { kind: 'log_opened', at: OPENED, origin: 'audit.test/log', software: 'assay test' })
const interval = (queued: number, begun: number, state: string, previous: [string, number, number] | null = null) => {
  const before = previous && { state: previous[0], from: at(previous[1]), to: at(previous[2]) }
  return leaf(queued, { kind: 'interval', at: at(begun), id: 'a/b', target: 0, state, previous: before })
}
const verdict = (queued: number, from: string | null, to: string) =>
  leaf(queued, { kind: 'verdict', at: at(queued), id: 'a/b', from, to })
const recording = (queued: number, event: string, since: number | null) =>
  leaf(queued, { kind: 'recording', at: at(queued), event, since: since === null ? null : at(since) })
const gap = (queued: number, state: string, begun: number, previous: [string, number, number] | null = null) =>
  ({ ...interval(queued, begun, state, previous), id: 'vantage:local' }) as Leaf
const hour = (queued: number, of: number) =>
  leaf(queued, { kind: 'observations', at: at(queued), hour: at(of), count: 1, root: 'a'.repeat(64) })

function textsOf(leaves: readonly Leaf[]): string[] {
  const facts = new TlogFacts()
  return [opened, ...leaves].flatMap((one, index) => facts.add(one, index).map(({ text }) => text))
}

describe('an honest log has no contradictions', () => {
  test.each<[string, Leaf[]]>([
    ['what was there before the log', [interval(0, -600, 'up'), interval(0, -20, 'down', ['up', -600, -20])]],
    ['a stretch found some probes later', [interval(1, 0.5, 'up'), interval(6, 4.2, 'down', ['up', 0.5, 4.2])]],
    ['maintenance to come', [interval(1, 48, 'maintenance'), interval(2, 24, 'maintenance')]],
    ['a gap that ends late', [gap(2, 'void', 1.9), gap(60, 'up', 3, ['void', 1.9, 3])]],
    [
      'an interruption of the recording',
      [
        verdict(1, 'unknown', 'healthy'),
        recording(2, 'ended', null),
        recording(90, 'resumed', 2),
        interval(90, 30, 'up'),
        verdict(90, null, 'down'),
      ],
    ],
  ])('%s', (_, leaves) => expect(textsOf(leaves)).toEqual([]))
})

describe('is refused:', () => {
  const up = interval(1, 0.5, 'up')
  test.each<[string, Leaf[], RegExp]>([
    [
      'a stretch that began long before it was queued',
      [interval(500, 20, 'up')],
      /It begins 480\.0 hours before it was queued/,
    ],
    ['a stretch of the future', [interval(1, 3, 'up')], /after it was queued/],
    [
      'one older than the newest of its target',
      [up, interval(1.5, 0.2, 'down')],
      /It begins at .*, but leaf 1 has up since/,
    ],
    [
      'two with one predecessor',
      [up, interval(3, 2, 'down', ['up', 0.5, 2]), interval(4, 3, 'down', ['up', 0.5, 3])],
      /Before it was up since .*, but leaf 2 has down/,
    ],
    ['a predecessor that is not logged', [interval(3, 2, 'down', ['up', 0.5, 2])], /which is not logged/],
    ['a predecessor that does not match', [up, interval(3, 2, 'down', ['up', 0.6, 2])], /but leaf 1 has up since/],
    [
      'maintenance of before it was stated',
      [interval(480, 0, 'maintenance')],
      /maintenance begins 480\.0 hours before it was stated/,
    ],
    [
      'a gap that was not logged when it began',
      [gap(50, 'up', 50, ['void', 1, 50])],
      /A gap ends whose beginning is not logged/,
    ],
    [
      'a verdict without one before',
      [verdict(1, 'unknown', 'down'), verdict(2, null, 'healthy')],
      /the recording was not interrupted/,
    ],
    ['a first verdict that names another', [verdict(1, 'healthy', 'down')], /but none is logged/],
    [
      'an interruption whose end is not logged',
      [recording(90, 'resumed', 2), interval(90, 3, 'up')],
      /does not have its end[\s\S]*before it was queued/,
    ],
    [
      'a stretch of before the interruption',
      [recording(20, 'ended', null), recording(90, 'resumed', 20), interval(90, 3, 'up')],
      /began before the recording ended/,
    ],
    [
      'a row that was kept back',
      [verdict(9, 'unknown', 'down'), interval(3, 2, 'up')],
      /It was queued 360 minutes before leaf 1/,
    ],
    ['the same again', [up, up], /It is leaf 1 again/],
    ['an hour twice', [hour(2, 0), hour(3, 1), hour(3.1, 0)], /an hour that was logged before/],
    ['a leaf of an earlier form', [{ ...up, v: 1, queuedAt: undefined } as Leaf], /does not say when it was queued/],
  ])('%s', (_, leaves, expected) => expect(textsOf(leaves).join('\n')).toMatch(expected))
})
