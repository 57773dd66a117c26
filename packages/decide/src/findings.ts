import { type BundleView, type KnownServer, PINNED_PARTS, type ServerStateEntry } from './bundle.ts'
import { circuitOf, failuresInARow } from './circuit.ts'
import { ACTIONS, type Action, type DecisionCode, type RecentEvent, type ToolCall } from './decision.ts'
import type { Policy } from './policy.ts'

/** What is asked about a server. */
export interface Question {
  call: ToolCall
  view: BundleView
  policy: Policy
  recent: readonly RecentEvent[] | null
  now: number
}

/** One thing that is found about a call, and what the policy makes of it. */
export interface Finding {
  action: Action
  code: DecisionCode
  /** The highest decides. As the actions; a trial is above advice, so that it is known as one. */
  rank: number
}

const MINUTE_MS = 60_000
const allowed = (code: DecisionCode, rank = 0): Finding => ({ action: 'allow', code, rank })
const found = (code: DecisionCode, action: Action): Finding => ({ action, code, rank: ACTIONS.indexOf(action) })

/** What decides about a call of one server: the strictest of what is found; of equals the first. */
export function worstFinding(known: KnownServer, question: Question): Finding {
  const { call, policy, now } = question
  const state = known.state
  const ground = groundOf(state, now)
  let worst = allowed(ground)
  const take = (one: Finding | undefined) => {
    if (one !== undefined && one.rank > worst.rank) worst = one
  }
  // These two hold as long as the bundle, however old the verdict is.
  if (state !== null && concerns(state, 'unsafe_text', call.tool)) take(found('unsafe', policy.actions.unsafe))
  else if (state?.changed?.unsafe_text?.length === 0) take(milder('unsafe', policy))
  const broken = brokenPin(known, question)
  if (broken === 'pin') take(found('pin', policy.actions.pin))
  const isOfAnother = call.isLocal === true && known.facts.both === true
  if (state !== null && ground === 'none' && !isOfAnother) {
    if (concerns(state, 'tool_removed', call.tool)) take(denied('removed', Number.NEGATIVE_INFINITY, question))
    if (state.v === 'down' && !state.auth) take(denied('down', sinceOf(state), question))
    if (state.v === 'degraded') take(milder('degraded', policy))
    if (isChanged(state, call.tool)) take(milder('changed', policy))
  }
  if (broken === 'pin_wording') take(milder('pin_wording', policy))
  if (worst.code === 'none' && failsForCaller(question)) take(milder('own_failures', policy))
  return worst
}

/** What is said where nothing speaks against the call. */
function groundOf(state: ServerStateEntry | null, now: number): 'none' | 'stale' | 'unknown' {
  if (state === null || state.until === undefined || state.v === 'unknown') return 'unknown'
  return now < state.until * MINUTE_MS ? 'none' : 'stale'
}

const sinceOf = ({ since }: ServerStateEntry): number =>
  since === undefined ? Number.NEGATIVE_INFINITY : since * MINUTE_MS

function concerns({ changed }: ServerStateEntry, kind: keyof NonNullable<typeof changed>, tool: string): boolean {
  const tools = changed?.[kind]
  return tools === null || (tools?.includes(tool) ?? false)
}

function isChanged(state: ServerStateEntry, tool: string): boolean {
  if (state.changed === undefined) return false
  return (['safety', 'schema_breaking', 'auth_changed'] as const).some((kind) => concerns(state, kind, tool))
}

/** A denial, unless this caller may see or has seen that its reason is over. */
function denied(code: 'down' | 'removed', since: number, { policy, recent, now }: Question): Finding {
  const action = policy.actions[code]
  if (action !== 'deny') return found(code, action)
  const circuit = circuitOf(recent, since, code === 'down', policy, now)
  if (circuit === 'open') return found(code, action)
  return circuit === 'trial' ? allowed('trial', 1.5) : allowed('closed', 0.5)
}

/** These never deny, also under a policy that no compiler checked. */
function milder(
  code: 'degraded' | 'changed' | 'own_failures' | 'pin_wording' | 'unsafe',
  { actions }: Policy,
): Finding {
  const action = actions[code] as Action
  return found(code, action !== 'deny' ? action : code === 'unsafe' ? 'advise' : 'ask')
}

function failsForCaller({ recent, policy, now }: Question): boolean {
  const { count, withinMinutes } = policy.ownFailures
  return recent !== null && count > 0 && failuresInARow(recent, withinMinutes, now) >= count
}

/** Whether the server declares the tool otherwise than the caller's lock file has it: in a schema, or in words only. */
function brokenPin({ facts, pins }: KnownServer, { policy, call }: Question): 'pin' | 'pin_wording' | undefined {
  const locked = policy.pins.size === 0 ? undefined : policy.pins.get(facts.id)?.get(call.tool)
  const tools = pins?.tools
  const served = tools && Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined
  if (locked === undefined || served === undefined) return undefined
  const differing = PINNED_PARTS.filter((part, at) => locked[part] !== undefined && locked[part] !== served[at])
  if (differing.length === 0) return undefined
  return differing.every((part) => part === 'title' || part === 'description') ? 'pin_wording' : 'pin'
}
