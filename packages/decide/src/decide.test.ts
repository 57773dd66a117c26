import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { BUNDLE_VERDICTS, CHANGE_KINDS, type ServerStateEntry } from './bundle.ts'
import cases from './decide.cases.json' with { type: 'json' }
import { decide } from './decide.ts'
import { ACTIONS, type Decision, type RecentEvent } from './decision.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { shownName } from './shown-name.ts'
import { CALL, type DecideCase, downSince, KEY, minutesOf, NOON, policyOf, viewIn, viewOf } from './test-views.ts'

const CASES = cases as unknown as DecideCase[]
const MINUTE = 60_000

test.each(CASES)('$name', ({ call, view, policy, recent, now, decision }) => {
  expect(decide(call, viewOf(view), policyOf(policy), recent, now)).toEqual(decision)
})

const asked = (
  state: ServerStateEntry | null,
  recent: RecentEvent[] | null = [],
  now = NOON,
  policy = DEFAULT_POLICY,
) => decide(CALL, viewIn(state, now), policy, recent, now)

const moment = fc.integer({ min: -120, max: 120 }).map((minutes) => NOON + minutes * MINUTE)
const events = fc.array(
  fc.record({ at: moment, kind: fc.constantFrom('completed' as const, 'failed', 'denied', 'trial') }),
  { maxLength: 12 },
)
const tools = fc.constantFrom(null, [], ['read_file'], ['write_file'])
const state: fc.Arbitrary<ServerStateEntry> = fc.record(
  {
    v: fc.constantFrom(...BUNDLE_VERDICTS),
    since: moment.map(minutesOf),
    until: moment.map(minutesOf),
    up: fc.integer({ min: 0, max: 19 }).map((steps) => steps * 5),
    changed: fc.dictionary(fc.constantFrom(...CHANGE_KINDS), tools, { noNullPrototype: true }),
    auth: fc.constant(true as const),
    out: fc.array(fc.constant('garden/quillwork'), { maxLength: 1 }),
  },
  { requiredKeys: ['v'], noNullPrototype: true },
)
const RUNS = { seed: 27, numRuns: 500 }

describe('whatever is given', () => {
  /** A value whose every member throws. */
  const hostile: unknown = new Proxy(
    {},
    {
      get: () => {
        throw new Error('read')
      },
    },
  )
  const anything = fc.oneof(fc.anything({ maxDepth: 3 }), fc.constant(hostile))

  it('never throws, and lets the call go on', () => {
    const run = decide as (...given: unknown[]) => Decision
    const view = fc.oneof(
      anything,
      fc.record({
        assessedAt: anything,
        expiresAt: fc.constant(Infinity),
        configuredNames: anything,
        servers: anything,
      }),
      anything.map((servers) => ({ ...viewIn(null), servers: new Map([[KEY, servers]]) })),
      anything.map((member) => ({ ...viewIn(null), servers: new Map([[KEY, [member]]]) })),
      fc.record({ facts: anything, state: anything, pins: anything }).map((known) => ({
        ...viewIn(null),
        servers: new Map([[KEY, [known]]]),
      })),
      fc
        .record({ v: anything, since: anything, until: anything, changed: anything, out: anything, up: anything })
        .map((odd) => viewIn(odd as unknown as ServerStateEntry)),
    )
    const call = fc.oneof(
      anything,
      fc.constant(CALL),
      anything.map((keys) => ({ ...CALL, keys })),
    )
    const policy = fc.oneof(anything, fc.constant(DEFAULT_POLICY))
    fc.assert(
      fc.property(call, view, policy, fc.oneof(anything, events), fc.oneof(anything, moment), (...given) => {
        expect(ACTIONS).toContain(run(...given).action)
      }),
      { ...RUNS, numRuns: 2000 },
    )
  })

  it('is pure', () => {
    const freeze = <Value>(value: Value): Value => {
      if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) freeze(member)
      return Object.freeze(value)
    }
    fc.assert(
      fc.property(state, fc.option(events), (entry, recent) => {
        const [view, seen] = [freeze(viewIn(freeze(entry))), freeze(recent)]
        expect(decide(freeze({ ...CALL }), view, DEFAULT_POLICY, seen, NOON)).toEqual(asked(entry, recent))
      }),
      RUNS,
    )
  })

  it('says something exactly where it does not only allow', () => {
    fc.assert(
      fc.property(state, fc.option(events), (entry, recent) => {
        const { action, text } = asked(entry, recent)
        expect(text === '').toBe(action === 'allow')
      }),
      RUNS,
    )
  })
})

describe('denials', () => {
  it('are never for a score, a chance or advice', () => {
    const strict = {
      ...DEFAULT_POLICY,
      actions: Object.fromEntries(Object.keys(DEFAULT_POLICY.actions).map((code) => [code, 'deny'])),
    } as unknown as Policy
    fc.assert(
      fc.property(state, events, (entry, recent) => {
        const { action, code } = asked(entry, recent, NOON, strict)
        if (action === 'deny') expect(['down', 'removed', 'unsafe', 'pin']).toContain(code)
        // Its chance changes the sentence, never the decision.
        const { up: _, ...without } = entry
        const { action: same, code: sameCode } = asked(without, recent, NOON, strict)
        expect([same, sameCode]).toEqual([action, code])
      }),
      RUNS,
    )
  })

  it('are never for an outage that is stale, or a bundle that expired', () => {
    fc.assert(
      fc.property(state, events, fc.integer({ min: 0, max: 600 }), (entry, recent, minutes) => {
        const stale = { ...entry, until: minutesOf(NOON) - minutes }
        const { action, code } = asked(stale, recent)
        if (action !== 'allow') expect(code).toBe('unsafe')
        const expired = { ...viewIn(entry), expiresAt: NOON - minutes }
        expect(decide(CALL, expired, DEFAULT_POLICY, recent, NOON)).toMatchObject({ action: 'allow', code: 'stale' })
      }),
      RUNS,
    )
  })

  it('for an outage end with a completed call of the caller', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 60 }), (recent, ago, before) => {
        const at = NOON - ago * MINUTE
        const earlier = recent.filter((event) => event.at <= at)
        const seen: RecentEvent[] = [...earlier, { at, kind: 'completed' }]
        expect(asked(downSince(at - before * MINUTE, NOON + MINUTE), seen).action).toBe('allow')
      }),
      RUNS,
    )
  })

  it('for a name of several servers are the mildest', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), fc.option(events), (entries, recent) => {
        const view = viewIn(null)
        const servers = entries.flatMap((entry) => viewIn(entry).servers.get(KEY) ?? [])
        const together = decide(CALL, { ...view, servers: new Map([[KEY, servers]]) }, DEFAULT_POLICY, recent, NOON)
        const least = Math.min(...entries.map((entry) => ACTIONS.indexOf(asked(entry, recent).action)))
        expect(ACTIONS.indexOf(together.action)).toBe(least)
      }),
      RUNS,
    )
  })

  it('are never for words, also not of a policy', () => {
    const digests = fc.constantFrom('a', 'b', null)
    fc.assert(
      fc.property(
        fc.tuple(digests, digests),
        fc.tuple(digests, digests),
        fc.constantFrom(...ACTIONS),
        (was, is, action) => {
          const [known] = viewIn({ v: 'healthy', until: minutesOf(NOON) + 1 }).servers.get(KEY) ?? []
          if (known === undefined) throw new Error('no server')
          const pins = { id: known.facts.id, tools: { [CALL.tool]: [...is, 'schema', null, null] } }
          const view = { ...viewIn(null), servers: new Map([[KEY, [{ ...known, pins }]]]) }
          const policy = policyOf({
            actions: { pin_wording: action },
            pins: { [known.facts.id]: { [CALL.tool]: { title: was[0], description: was[1], inputSchema: 'schema' } } },
          })
          expect(decide(CALL, view, policy, [], NOON).action).not.toBe('deny')
        },
      ),
      RUNS,
    )
  })
})

describe('a caller that calls every 10 s through an outage', () => {
  const STEP = 10_000

  /** When it was let through; a trial fails, or gives no result. */
  function letThrough(minutes: number, hasMemory: boolean, fails: boolean): number[] {
    const recent: RecentEvent[] = []
    const passed: number[] = []
    for (let at = NOON; at < NOON + minutes * MINUTE; at += STEP) {
      const down = downSince(NOON - 4 * MINUTE, NOON + 24 * 60 * MINUTE)
      const { action, code } = decide(CALL, viewIn(down, at), DEFAULT_POLICY, hasMemory ? recent : null, at)
      if (action === 'deny') recent.push({ at, kind: 'denied' })
      else if (code === 'trial') {
        passed.push(at)
        recent.push({ at, kind: 'trial' })
        if (fails) recent.push({ at: at + 900, kind: 'failed' })
      } else throw new Error(code)
    }
    return passed
  }

  test.each([
    [true, true],
    [true, false],
    [false, true],
  ])('has a trial at least every five minutes (memory: %s, a result: %s)', (hasMemory, fails) => {
    const passed = letThrough(90, hasMemory, fails)
    const gaps = passed.map((at, index) => at - (passed[index - 1] ?? NOON))
    expect(passed.length).toBeGreaterThan(16)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5 * MINUTE)
    // A caller with memory tries one call each time, one without those of some seconds.
    expect(passed.length).toBeLessThan(hasMemory ? 19 : 40)
  })

  test.each([MINUTE, 5 * MINUTE])('without memory has trials whenever it calls, each %i ms', (every) => {
    for (let phase = 0; phase < every; phase += every / 12) {
      const tried = Array.from({ length: 21 }, (_, call) => NOON + phase + call * every).filter((at) => {
        const down = downSince(NOON - 4 * MINUTE, NOON + 24 * 60 * MINUTE)
        return decide(CALL, viewIn(down, at), DEFAULT_POLICY, null, at).code === 'trial'
      })
      expect(tried.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('goes on as soon as a trial is answered, whatever the bundle says', () => {
    const recent: RecentEvent[] = [
      { at: NOON - 6 * MINUTE, kind: 'denied' },
      { at: NOON - MINUTE, kind: 'trial' },
      { at: NOON - MINUTE + 300, kind: 'completed' },
    ]
    for (let minute = 0; minute < 29; minute += 1) {
      const now = NOON + minute * MINUTE
      expect(asked(downSince(NOON - 10 * MINUTE, NOON + 90 * MINUTE), recent, now).code).toBe('closed')
    }
  })
})

describe('a server that is at an address and also in a package', () => {
  const down = downSince(NOON - 10 * MINUTE)
  const view = viewIn({ ...down, changed: { tool_removed: ['read_file'] } })
  const [known] = view.servers.get(KEY) ?? []
  const both = known && { ...known, facts: { ...known.facts, both: true as const } }
  const asks = (isLocal: boolean, one: typeof known = both) =>
    decide({ ...CALL, isLocal }, { ...view, servers: new Map([[KEY, one ? [one] : []]]) }, DEFAULT_POLICY, [], NOON)

  it('is not refused for its address where the package runs', () => {
    expect(asks(true)).toMatchObject({ action: 'allow', code: 'none' })
    expect(asks(false).action).toBe('deny')
    expect(asks(true, known).action).toBe('deny')
  })
})

test('a text that only a catalog has is said, and refuses nothing', () => {
  const of = (unsafe_text: string[] | null) =>
    asked({ v: 'healthy', until: minutesOf(NOON) + 60, changed: { unsafe_text } })
  expect(of([])).toMatchObject({ action: 'advise', code: 'unsafe', text: expect.stringContaining('in a catalog') })
  expect(of(null)).toMatchObject({ action: 'deny', code: 'unsafe' })
})

test.each([
  ['https://evil.example/x', '“https://evil.example/x”'],
  ['![a](https://b.example)`<b>', '“!′a′(https://b.example)′′b′”'],
  ['@scope/name', '“@scope/name”'],
  ['files:read.me', 'files:read.me'],
])('the name %j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown))
