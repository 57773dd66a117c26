import type { BundleView, KnownServer, ServerKey, ServerStateEntry } from './bundle.ts'
import type { Action, Decision, RecentEvent, ToolCall } from './decision.ts'
import { DEFAULT_POLICY, type Policy, type ToolPins } from './policy.ts'

/** A case of `decide.cases.json`: as JSON has it, with lists of members for maps. */
export interface DecideCase {
  name: string
  call: ToolCall
  view: CaseView | null
  policy?: { actions?: Partial<Record<string, Action>>; pins?: Record<string, Record<string, ToolPins>> }
  recent: RecentEvent[] | null
  now: number
  decision: Decision
}

export interface CaseView {
  assessedAt: number
  expiresAt: number
  servers: Record<ServerKey, KnownServer[]>
  configuredNames: Record<string, string>
}

export function viewOf(view: CaseView | null): BundleView | null {
  if (view === null) return null
  const { servers, configuredNames } = view
  return {
    ...view,
    servers: new Map(Object.entries(servers)),
    configuredNames: new Map(Object.entries(configuredNames)),
  }
}

export function policyOf({ actions = {}, pins = {} }: NonNullable<DecideCase['policy']> = {}): Policy {
  return {
    ...DEFAULT_POLICY,
    actions: { ...DEFAULT_POLICY.actions, ...actions } as Policy['actions'],
    pins: new Map(Object.entries(pins).map(([id, tools]) => [id, new Map(Object.entries(tools))])),
  }
}

/** 2026-11-27T12:00:00Z. */
export const NOON = Date.UTC(2026, 10, 27, 12)
export const minutesOf = (at: number) => Math.floor(at / 60_000)
export const KEY = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A fresh view of one server in this state. */
export function viewIn(state: ServerStateEntry | null, now = NOON): BundleView {
  const facts = { id: 'garden/oldbarn', title: 'Old Barn', keys: [KEY], tools: {} }
  return {
    assessedAt: now - 30_000,
    expiresAt: now + 570_000,
    servers: new Map([[KEY, [{ facts, state, pins: null }]]]),
    configuredNames: new Map(),
  }
}

export const downSince = (since: number, until = since + 3_600_000): ServerStateEntry => ({
  v: 'down',
  since: minutesOf(since),
  until: minutesOf(until),
})

export const CALL: ToolCall = { keys: [KEY], configuredName: 'oldbarn', tool: 'read_file', arguments: null }
