import type { AlternativeFacts, BundleView, KnownServer } from './bundle.ts'
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
  if (!Object.hasOwn(facts.tools, call.tool)) return null
  const usable = (facts.tools[call.tool] ?? []).filter(({ serverId }) => !state?.out?.includes(serverId))
  const chosen = usable.find(({ serverId }) => configuredNames.has(serverId)) ?? usable[0]
  return chosen === undefined ? null : decided(chosen, call, configuredNames)
}

function decided(
  { serverId, tool, renamed = [], missing = [] }: AlternativeFacts,
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
  }
}
