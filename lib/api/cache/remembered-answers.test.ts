import { at, HOURS, MINUTES, probes, watch } from 'assay-verify/state/test-observations'
import { beforeEach, expect, test } from 'vitest'
import type { ReplicaMarks } from '../../store/replica/held-ratings'
import type { Context } from '../context'
import { openRememberedAnswers, type RememberedAnswers } from './remembered-answers'

const { serverState } = watch(probes(0, 24))
const PROBED_AT = at(6 * HOURS)
/** Of servers: their marks, whether they were probed. */
const marks = { whole: true, newest: 1, names: 1, servers: new Map([[7, 1]]) }
const read: ReplicaMarks = {
  isWhole: () => marks.whole,
  newest: () => marks.newest,
  ofNames: () => marks.names,
  ofServer: (key) => marks.servers.get(key) ?? 0,
}
const index = { version: '1' }
const noted: string[] = []
let state: typeof serverState | null
let made: number
let remembered: RememberedAnswers

beforeEach(() => {
  Object.assign(marks, { whole: true, newest: 1, names: 1 })
  marks.servers.set(7, 1)
  index.version = '1'
  state = serverState
  made = 0
  noted.length = 0
  remembered = openRememberedAnswers(read)
})

const contextAt = (now: Date) =>
  ({
    now,
    searchIndex: { ranker: async () => ({ version: index.version }) },
    products: { current: () => read },
    subjectFacts: {
      listSubjectFacts: async () => [
        { kind: 'tool', serverKey: 7, serverState: state, facts: null, declaredAccess: 'open', removedAt: null },
      ],
    },
    demand: { note: (id: string) => noted.push(id) },
  }) as unknown as Context

const ask = async (now = PROBED_AT, input: object = { q: 'weather' }, work?: (context: Context) => void) => {
  const answer = await remembered.json('search', input, contextAt(now), async (_input, context) => {
    made += 1
    await context.subjectFacts.listSubjectFacts([])
    work?.(context)
    return { made }
  })
  return answer.text
}
const later = (ms: number) => new Date(PROBED_AT.getTime() + ms)

test('equal input gets the same answer, other input another', async () => {
  expect(await ask()).toBe('{"made":1}')
  expect(await ask()).toBe('{"made":1}')
  expect(await ask(PROBED_AT, { q: 'weather', status: new Set(['healthy']) })).toBe('{"made":2}')
  expect(await ask(PROBED_AT, { q: 'weather', status: new Set(['down']) })).toBe('{"made":3}')
})

test.each<[string, () => void]>([
  ['another index', () => Object.assign(index, { version: '2' })],
  ['a change of a server it is about', () => marks.servers.set(7, 2)],
  ['a change of names', () => Object.assign(marks, { names: 2 })],
  ['a replica that is not up to date', () => Object.assign(marks, { whole: false })],
])('%s makes it afresh', async (_name, change) => {
  await ask()
  change()
  expect(await ask()).toBe('{"made":2}')
})

test('a change of another server does not', async () => {
  await ask()
  Object.assign(marks, { newest: 5 })
  marks.servers.set(8, 5)
  expect(await ask()).toBe('{"made":1}')
})

test('it is right until a verdict changes with time, and not before it was made', async () => {
  await ask()
  expect(await ask(later(20 * 1000))).toBe('{"made":1}')
  expect(await ask(later(10 * MINUTES * 1000))).toBe('{"made":2}')
  expect(await ask(later(-1))).toBe('{"made":3}')
})

test('of a server that nobody checked it is right at any time, and each call counts as demand', async () => {
  state = null
  const note = (context: Context) => context.demand.note('s/tool', context.now)
  await ask(PROBED_AT, {}, note)
  expect(await ask(later(100 * HOURS * 1000), {}, note)).toBe('{"made":1}')
  expect(noted).toEqual(['s/tool', 's/tool'])
})

test('what is made from more than facts is made each time', async () => {
  await ask(PROBED_AT, {}, (context) => context.notRemembered?.())
  expect(await ask(PROBED_AT, {})).toBe('{"made":2}')
})

test('beyond the bound what was asked longest ago is forgotten', async () => {
  remembered = openRememberedAnswers(read, 25)
  await ask(PROBED_AT, { q: 'a' })
  await ask(PROBED_AT, { q: 'b' })
  await ask(PROBED_AT, { q: 'a' })
  await ask(PROBED_AT, { q: 'c' })
  expect(await ask(PROBED_AT, { q: 'a' })).toBe('{"made":1}')
  expect(await ask(PROBED_AT, { q: 'b' })).toBe('{"made":4}')
})
