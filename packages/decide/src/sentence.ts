import type { BundleView, KnownServer, ServerStateEntry } from './bundle.ts'
import type { DecidedAlternative, DecisionCode, ToolCall } from './decision.ts'
import { durationWords } from './duration-words.ts'
import { shownName } from './shown-name.ts'

const MINUTE_MS = 60_000
/** Parameters that a sentence names; the decision has all. */
const MOST_NAMED = 5

/** What a sentence is about. */
export interface Subject {
  call: ToolCall
  known: KnownServer
  view: BundleView
  now: number
}

/** The sentence for the agent, and a second one with the alternative; empty for what needs none. */
export function sentenceOf(code: DecisionCode, subject: Subject, alternative: DecidedAlternative | null): string {
  const said = statement(code, subject)
  if (said === '' || alternative === null) return said
  return `${said} ${insteadSentence(code, alternative)}`
}

function statement(code: DecisionCode, { call, known: { facts, state }, view, now }: Subject): string {
  const server = shownName(call.configuredName ?? '') || shownName(facts.title) || shownName(facts.id) || 'The server'
  const tool = `${shownName(call.tool) || 'a tool'} of ${server}`
  switch (code) {
    case 'unsafe':
      if (state?.changed?.unsafe_text?.length === 0)
        return `${server} is described in a catalog by a text that instructs agents to act against their users.`
      return `${server} has a text that instructs agents to act against their users: do not call ${shownName(call.tool) || 'it'}.`
    case 'removed':
      return `${server} no longer lists the tool ${shownName(call.tool) || 'that is called'}.`
    case 'pin':
      return `${tool} is not what the lock file pins: its schema or annotations changed.`
    case 'pin_wording':
      return `${tool} is worded otherwise than the lock file pins; its schema is the same.`
    case 'down':
      return `${server} is down${lastingOf(state, now)} (as of ${clockTime(view.assessedAt)}${chanceOf(state)}).`
    case 'degraded':
      return `${server} is degraded${lastingOf(state, now)} (as of ${clockTime(view.assessedAt)}): calls may fail or take long.`
    case 'changed':
      return `${tool} changed${kindOfChange(state, call.tool)}.`
    case 'own_failures':
      return `The last calls of ${server} from here did not come through, though Assay does not see it down.`
    default:
      return ''
  }
}

/** What to call instead, a sentence. */
export function insteadSentence(code: DecisionCode, alternative: DecidedAlternative): string {
  const { serverId, tool, configuredName, renamed, missing } = alternative
  const from = (names: readonly string[]) => names.slice(0, MOST_NAMED).join(', ')
  const changes = [
    ...(renamed.length === 0 ? [] : [`rename ${from(renamed.map(([a, b]) => `${shownName(a)} to ${shownName(b)}`))}`]),
    ...(missing.length === 0 ? [] : [`it also needs ${from(missing.map((name) => shownName(name)))}`]),
  ].join('; ')
  if (configuredName === null) {
    const how = changes === '' ? '' : ` (${changes})`
    return `Outside this setup ${shownName(tool)} of ${shownName(serverId, 80)} does the same${how}.`
  }
  const how = changes === '' ? '' : `: ${changes}`
  const name = `${shownName(configuredName)} ${shownName(tool)}`
  return code === 'degraded' ? `${name} does the same${how}.` : `Use ${name} instead${how}.`
}

function kindOfChange(state: ServerStateEntry | null, tool: string): string {
  const has = (kind: 'safety' | 'schema_breaking' | 'auth_changed') => {
    const tools = state?.changed?.[kind]
    return tools === null || (tools?.includes(tool) ?? false)
  }
  if (has('safety')) return ': it no longer promises to be harmless'
  if (has('schema_breaking')) return ' in a way that breaks calls made before: read its schema anew'
  return has('auth_changed') ? ': its server asks for other credentials than before' : ''
}

function lastingOf(state: ServerStateEntry | null, now: number): string {
  const minutes = state?.since === undefined ? 0 : Math.floor(now / MINUTE_MS - state.since)
  return minutes >= 1 ? ` for ${durationWords(minutes)}` : ''
}

function chanceOf(state: ServerStateEntry | null): string {
  return state?.up === undefined ? '' : `; ${state.up} % likely to be up in an hour`
}

function clockTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`
}
