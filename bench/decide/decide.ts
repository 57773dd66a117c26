import { type BundleView, PINNED_PARTS, type ServerKey } from 'assay-decide/bundle'
import { decide } from 'assay-decide/decide'
import type { RecentEvent, ToolCall } from 'assay-decide/decision'
import { serverKey } from 'assay-decide/names'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { type Bench, numberFlag, percentile, round } from '../bench'

const MINUTE_MS = 60_000
const NOW = Date.UTC(2026, 10, 27, 12)
const TOOLS = 20
/** Calls before the clock starts, so that the compiler is done. */
const WARM_UP = 50_000

/** A server of each kind of state, by turns. */
function stateOf(number: number) {
  const minute = NOW / MINUTE_MS
  const until = minute + 60
  const states = [
    { v: 'healthy', until },
    { v: 'down', since: minute - 18, until, up: 35 },
    { v: 'degraded', since: minute - 200, until },
    { v: 'healthy', until, changed: { unsafe_text: null } },
    { v: 'healthy', until, changed: { schema_breaking: ['tool_3', 'tool_4'], tool_removed: ['tool_5'] } },
  ] as const
  return structuredClone(states[number % states.length] ?? null) as never
}

async function viewOf(servers: number): Promise<{ view: BundleView; keys: ServerKey[] }> {
  const names = Array.from({ length: servers }, (_, number) => `garden/server-${number}`)
  const keys = await Promise.all(names.map((name) => serverKey({ kind: 'id', name })))
  const known = names.map((id, number) => {
    const other = { serverId: names[(number + 1) % servers] ?? '', tool: 'tool_1', renamed: [['path', 'file_path']] }
    const named = Array.from({ length: TOOLS }, (_, tool) => `tool_${tool}`)
    const tools = Object.fromEntries(named.map((tool) => [tool, [other, other, other] as never]))
    const facts = { id, title: `Server ${number}`, keys: [keys[number] ?? ''], tools }
    const pins = { id, tools: Object.fromEntries(named.map((tool) => [tool, PINNED_PARTS.map(() => 'digest')])) }
    return [keys[number] ?? '', [{ facts, state: stateOf(number), pins }]] as const
  })
  const configuredNames = new Map(names.map((name) => [name, name.slice(7)]))
  const view = { assessedAt: NOW - 49_000, expiresAt: NOW + 9 * MINUTE_MS, servers: new Map(known), configuredNames }
  return { view, keys }
}

/** An hour of a caller that sees a server fail. */
function recentOf(events: number): RecentEvent[] {
  const kinds = ['completed', 'failed', 'denied', 'denied', 'trial'] as const
  return Array.from({ length: events }, (_, index) => ({
    at: NOW - (events - index) * 20_000,
    kind: kinds[index % kinds.length] ?? 'denied',
  }))
}

/** One decision and one call of an empty function with the same arguments in turn, each by itself on the clock. */
function measure(calls: readonly ToolCall[], view: BundleView, recent: readonly RecentEvent[], rounds: number) {
  const policy = {
    ...DEFAULT_POLICY,
    pins: new Map([...view.servers.values()].flatMap((all) => all.map(({ facts }) => [facts.id, PINS] as const))),
  }
  const empty: typeof decide = () => NOTHING
  const [ours, none] = [new Float64Array(rounds), new Float64Array(rounds)]
  let said = 0
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const call = calls[(round + WARM_UP) % calls.length] as ToolCall
    const began = performance.now()
    said += decide(call, view, policy, recent, NOW).text.length
    const between = performance.now()
    said += empty(call, view, policy, recent, NOW).text.length
    const ended = performance.now()
    if (round < 0) continue
    ours[round] = (between - began) * 1000
    none[round] = (ended - between) * 1000
  }
  return { ours: [...ours], none: [...none], said }
}

const NOTHING = { action: 'allow', code: 'none', text: '', serverId: null, alternative: null } as const
const PINS = new Map([
  ['tool_1', { description: 'digest', inputSchema: 'digest' }],
  ['tool_2', { description: 'other' }],
])

/** Times of a decision in microseconds, over servers in every state, beside an empty function in the same loop. */
export const bench: Bench = {
  flags: { servers: '40', events: '60', rounds: '300000' },
  run: async (flags, print) => {
    const { view, keys } = await viewOf(numberFlag(flags, 'servers'))
    const calls = keys.flatMap((key, number) =>
      Array.from({ length: TOOLS }, (_, tool): ToolCall => {
        const given = { path: 'invoices/2019.csv', encoding: 'utf-8' }
        return { keys: ['unknown', key], configuredName: `server-${number}`, tool: `tool_${tool}`, arguments: given }
      }),
    )
    const { ours, none } = measure(calls, view, recentOf(numberFlag(flags, 'events')), numberFlag(flags, 'rounds'))
    const figures = (all: number[]) => [0.5, 0.99, 0.999].map((share) => round(percentile(all, share), 3))
    const [[p50 = 0, p99 = 0, p999 = 0], [empty50 = 0, empty99 = 0, empty999 = 0]] = [figures(ours), figures(none)]
    print(`decide: p50 ${p50} µs, p99 ${p99} µs, p99.9 ${p999} µs`)
    print(`empty function: p50 ${empty50} µs, p99 ${empty99} µs, p99.9 ${empty999} µs`)
    return { p50, p99, p999, empty50, empty99, p99ToEmpty: round(p99 / empty99, 1) }
  },
  hasFailed: ({ p99 }) => !(Number(p99) < 50),
}
