import { decidedAlternative, saysWhichAreOut } from 'assay-decide/alternative'
import type { AlternativeFacts, BundleView, KnownServer, ServerKey } from 'assay-decide/bundle'
import type { DecidedAlternative, ToolCall } from 'assay-decide/decision'
import { insteadSentence } from 'assay-decide/sentence'
import { shownName } from 'assay-decide/shown-name'

/** Characters of the arguments that a sentence names. */
const MOST_ARGUMENTS = 600

export interface AlternativeQuestion {
  call: ToolCall
  view: BundleView
  now: number
  /** Whether nothing speaks against calling a tool of a server of this setup now. */
  isUsable(serverName: string, tool: string): boolean
}

/**
 * What can be called instead of a tool, the best first: of servers of this setup what nothing speaks against; of others
 * only where the bundle says which of them are out.
 */
export function alternativesOf({ call, view, now, isUsable }: AlternativeQuestion): DecidedAlternative[] {
  if (now >= view.expiresAt) return []
  const known = knownServers(view, call.keys).find(({ facts }) => Object.hasOwn(facts.tools, call.tool))
  if (known === undefined) return []
  const { state, facts } = known
  const isOut = ({ serverId }: AlternativeFacts) => state?.out?.includes(serverId) ?? false
  const all = (facts.tools[call.tool] ?? [])
    .filter((one) => !isOut(one))
    .map((one) => decidedAlternative(one, call, view.configuredNames))
  const here = all.filter(({ configuredName, tool }) => configuredName !== null && isUsable(configuredName, tool))
  const isTold = state !== null && saysWhichAreOut(state)
  return [...here, ...(isTold ? all.filter(({ configuredName }) => configuredName === null) : [])]
}

function knownServers(view: BundleView, keys: readonly ServerKey[]): readonly KnownServer[] {
  return keys.map((key) => view.servers.get(key)).find((servers) => servers !== undefined) ?? []
}

/** What to call instead, sentences for the agent; empty: there is nothing. */
export function alternativeText(alternative: DecidedAlternative | undefined): string {
  if (alternative === undefined) return ''
  const { configuredName, arguments: mapped } = alternative
  const sentence = insteadSentence('down', alternative)
  const json = configuredName === null || mapped === null ? '' : argumentsText(mapped)
  return json === '' ? sentence : `${sentence} Its arguments: ${json}`
}

/** The arguments as JSON; empty: there are none, or they are too many or too odd for a sentence. */
function argumentsText(given: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(given)
  if (names.length === 0 || names.some((name) => shownName(name) !== name)) return ''
  const json = JSON.stringify(given)
  return json.length > MOST_ARGUMENTS ? '' : json
}
