import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deltaSince, pageAfter } from './feed-delta'
import { byId, carryMakings, type FeedEntry, type FeedPoint, mergedEntries, rowBodyOf, rowText } from './feed-entry'

/** What one process has cached, and where in the feed's history it was read. */
interface Snapshot {
  entries: FeedEntry[]
  point: FeedPoint
}

interface Fact {
  said: string | null
  changedAt: number
}

/** A database that dates its changes, up to 20 s before they become visible. */
class World {
  at = 1_700_000_000
  facts = new Map<string, Fact>()
  #hidden: { id: string; fact: Fact; shownAt: number }[] = []

  pass(seconds: number): void {
    this.at += seconds
    for (const { id, fact, shownAt } of this.#hidden) if (shownAt <= this.at) this.facts.set(id, fact)
    this.#hidden = this.#hidden.filter(({ shownAt }) => shownAt > this.at)
  }

  write(id: string, said: string | null, delay: number): void {
    if (this.#hidden.some((entry) => entry.id === id)) return
    this.#hidden.push({ id, fact: { said, changedAt: this.at }, shownAt: this.at + delay })
    this.pass(0)
  }

  read(before: Snapshot | undefined): Snapshot {
    const making = (before?.point.making ?? 0) + 1
    const entries = [...this.facts]
      .map(([id, { said, changedAt }]) => ({ id, saying: said, changedAt, verdictChangedAt: 0, making }))
      .sort(byId)
    carryMakings(before?.entries ?? [], entries)
    return { entries, point: { readAt: this.at, assessedAt: this.at, making } }
  }
}

const contentOf = (entries: readonly FeedEntry[]) =>
  new Map(entries.flatMap(({ id, saying }) => (saying === null ? [] : [[id, saying] as const])))

function applied(content: Map<string, string>, delta: ReturnType<typeof deltaSince>): Map<string, string> {
  const next = new Map(content)
  for (const { id, saying } of delta.rows) next.set(id, saying ?? '')
  for (const id of delta.removed) next.delete(id)
  return next
}
const sorted = (content: Map<string, string>) => [...content].sort(([a], [b]) => (a < b ? -1 : 1))

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat(90) }),
  fc.record({
    kind: fc.constant('write' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    said: fc.constantFrom('1', '2', null),
    delay: fc.nat(20),
  }),
  fc.record({ kind: fc.constant('read' as const), process: fc.nat(1) }),
)

interface Served {
  process: number
  snapshot: Snapshot
}

/** All versions that two processes served in this sequence of steps. */
function play(steps: readonly (typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never)[]): Served[] {
  const world = new World()
  const served: Served[] = []
  const held: (Snapshot | undefined)[] = [undefined, undefined]
  for (const step of steps) {
    if (step.kind === 'pass') world.pass(step.seconds)
    else if (step.kind === 'write') world.write(step.id, step.said, step.delay)
    else {
      const snapshot = world.read(held[step.process])
      held[step.process] = snapshot
      served.push({ process: step.process, snapshot })
    }
  }
  return served
}

describe('a delta', () => {
  it('leads from any served content, by whichever process, to the current one', () => {
    const checked = { own: 0, foreign: 0 }
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 20, maxLength: 80 }), (steps) => {
        const served = play(steps)
        const last = served.at(-1)
        for (const { process, snapshot } of last === undefined ? [] : served) {
          const whose = process === last?.process ? 'own' : 'foreign'
          checked[whose] += 1
          const point = whose === 'own' ? snapshot.point : { ...snapshot.point, making: null }
          const now = last?.snapshot.entries ?? []
          const next = applied(contentOf(snapshot.entries), deltaSince(now, point))
          expect(sorted(next)).toEqual(sorted(contentOf(now)))
        }
      }),
      { numRuns: 400 },
    )
    expect(checked.own).toBeGreaterThan(1000)
    expect(checked.foreign).toBeGreaterThan(1000)
  })

  it('contains exactly what differs where the same process served the content', () => {
    const world = new World()
    for (const id of ['a', 'b', 'c']) world.write(id, '1', 0)
    const first = world.read(undefined)
    world.pass(5)
    world.write('b', '2', 0)
    world.write('c', null, 0)
    const second = world.read(first)
    const { rows, removed } = deltaSince(second.entries, first.point)
    expect([rows.map(({ id }) => id), removed]).toEqual([['b'], ['c']])
    expect(deltaSince(second.entries, second.point)).toEqual({ rows: [], removed: [] })
    const third = world.read(second)
    expect(deltaSince(third.entries, first.point)).toEqual({ rows: [rows[0]], removed })
  })

  it('contains what time alone may have changed', () => {
    const entry = { id: 'a', saying: '1', changedAt: 1000, verdictChangedAt: 5000, making: 1 }
    const since = (assessedAt: number) => deltaSince([entry], { readAt: 4000, assessedAt, making: null }).rows.length
    expect([since(4000), since(5029), since(5031)]).toEqual([1, 1, 0])
  })
})

describe('rows', () => {
  it('are plain JSON, whatever characters the id contains', () => {
    const row = {
      toolId: 'a/"quoted"\n</script>天',
      verdict: 'healthy',
      score: 87.2,
      grade: 'B',
      status: 'healthy',
      recommendation: 'proceed',
    } as const
    const { toolId: id, ...rest } = row
    const entry = { id, saying: rowBodyOf(rest), changedAt: 0, verdictChangedAt: 0, making: 1 }
    expect(JSON.parse(rowText(entry))).toEqual(row)
    expect(Object.keys(JSON.parse(rowText(entry)))).toEqual(Object.keys(row))
  })

  const ids = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { maxLength: 40 })
  const entryOf = (id: string): FeedEntry => ({ id, saying: 'x', changedAt: 0, verdictChangedAt: 0, making: 1 })

  it('come in pages that contain each of them once', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 9 }), (all, limit) => {
        const rows = all.map(entryOf).sort(byId)
        const seen: string[] = []
        let hasMore = rows.length > 0
        while (hasMore) {
          const page = pageAfter(rows, seen.at(-1) ?? null, limit)
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          seen.push(...page.rows.map(({ id }) => id))
          hasMore = page.hasMore
        }
        expect(seen).toEqual(rows.map(({ id }) => id))
      }),
    )
  })

  it('merge in their order', () => {
    fc.assert(
      fc.property(ids, fc.nat(40), (all, cut) => {
        const [left, right] = [all.slice(0, cut), all.slice(cut)].map((part) => part.map(entryOf).sort(byId))
        expect(mergedEntries(left ?? [], right ?? [])).toEqual(all.map(entryOf).sort(byId))
      }),
    )
  })
})
