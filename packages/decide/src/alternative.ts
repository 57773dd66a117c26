import type { AlternativeFacts, BundleView, KnownServer, ServerStateEntry } from './bundle.ts'
import type { DecidedAlternative, ToolCall } from './decision.ts'

/**
 * What to call instead: the best whose server can be used now; one whose server the caller's setup has goes first.
 * null: there is none.
 */
export function alternativeOf(
  call: ToolCall,
  { facts, state }: KnownServer,
  configuredNames: BundleView['configuredNames'],
): DecidedAlternative | null {
  if (state === null || !saysWhichAreOut(state) || !Object.hasOwn(facts.tools, call.tool)) return null
  const usable = (facts.tools[call.tool] ?? []).filter(({ serverId }) => !state.out?.includes(serverId))
  const chosen = usable.find(({ serverId }) => configuredNames.has(serverId)) ?? usable[0]
  return chosen === undefined ? null : decidedAlternative(chosen, call, configuredNames)
}

/** Whether something is said against the server: only then its state names the alternatives that cannot be used. */
export function saysWhichAreOut({ v, changed }: ServerStateEntry): boolean {
  return v === 'down' || v === 'degraded' || changed !== undefined
}

/** An alternative with the arguments of the call. */
export function decidedAlternative(
  { serverId, tool, renamed = [], missing = [], apart }: AlternativeFacts,
  call: ToolCall,
  configuredNames: BundleView['configuredNames'],
): DecidedAlternative {
  const names = new Map(renamed)
  const given = call.arguments && Object.entries(call.arguments)
  return {
    serverId,
    tool,
    configuredName: configuredNames.get(serverId) ?? null,
    renamed,
    missing,
    arguments: given && Object.fromEntries(given.map(([name, value]) => [names.get(name) ?? name, value])),
    ...(apart && { apart }),
  }
}
