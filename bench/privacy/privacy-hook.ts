import { claudeHookAddress } from 'assay-decide/claude-code'
import { BenchCannotRun, type Print } from '../bench'
import type { AttackText, KnownTool } from './privacy-attacks'
import { eachOf, type Reporter } from './privacy-reporter'
import { TraceFinder, tracesOf } from './privacy-traces'

/** One POST to the hook of Claude Code. */
export interface HookRequest {
  path: string
  body: string
}

/** Every place of a hook's event or address that a text can be put into: a host sends there whatever its user has. */
const HOOK_PLACES: Readonly<Record<string, (text: string, known: KnownTool) => HookRequest>> = {
  toolInput: (text, known) => hookOf({ tool_input: { path: text, [text]: [text] } }, known),
  anotherMember: (text, known) => hookOf({ [text]: text, cwd: text, transcript_path: text }, known),
  answerOfATool: (text, known) => hookOf({ hook_event_name: 'PostToolUse', tool_response: text }, known),
  toolName: (text, known) => hookOf({ tool_name: `mcp__files__${text}` }, known),
  serverName: (text, known) => hookOf({ mcp_server: { name: text } }, known),
  eventName: (text, known) => hookOf({ hook_event_name: text }, known),
  wrongTypes: (text, known) => hookOf({ hook_event_name: [text], tool_name: { [text]: text } }, known),
  noJson: (text, { serverId }) => ({ path: claudeHookAddress('', [['files', serverId]]), body: `{${text}` }),
  configuredName: (text, { serverId }) => ({
    path: claudeHookAddress('', [[text, serverId]]),
    body: JSON.stringify(hookEvent({})),
  }),
}
export const HOOK_PLACE_NAMES = Object.keys(HOOK_PLACES)

/** The request of a hook that puts `text` into a place of it. */
export function placedInHook(text: string, place: string, known: KnownTool): HookRequest {
  const make = HOOK_PLACES[place]
  if (make === undefined) throw new BenchCannotRun(`unknown place ${place}`)
  return make(text.toWellFormed(), known)
}

function hookOf(given: Record<string, unknown>, { serverId }: KnownTool): HookRequest {
  return { path: claudeHookAddress('', [['files', serverId]]), body: JSON.stringify(hookEvent(given)) }
}

function hookEvent(given: Record<string, unknown>) {
  return { hook_event_name: 'PreToolUse', tool_name: 'mcp__files__read', tool_input: {}, ...given }
}

export const CRON_SECRET = 'secret-of-the-bench-of-privacy'

/** Without a bundle a hook is answered before anything is looked up. */
export async function makeBundle(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${CRON_SECRET}` }
  const { status } = await fetch(`${url}/cron/bundle`, { headers })
  const manifest = await fetch(`${url}/v1/bundle/manifest`)
  if (!manifest.ok) throw new BenchCannotRun(`/cron/bundle answered ${status}, the manifest ${manifest.status}`)
}

/** Posts every text in every place of a hook. `unanswered`: with 5xx or without an answer. */
export async function attackHook(
  reporter: Reporter,
  texts: readonly AttackText[],
  known: KnownTool,
  print: Print,
): Promise<{ sent: number; echoed: number; unanswered: number }> {
  const sums = { sent: 0, echoed: 0, unanswered: 0 }
  const counts = new Map<string, number>()
  const jobs = texts.flatMap((text) => HOOK_PLACE_NAMES.map((place) => ({ ...text, place })))
  await eachOf(jobs, async ({ text, place, entities, mustBeRefused }) => {
    const { status, bytes } = await reporter.hook(placedInHook(text, place, known))
    const isEcho = mustBeRefused && new TraceFinder([text, ...entities].flatMap(tracesOf)).find(bytes).size > 0
    const what = `hook: ${place} answered ${status}${isEcho ? ', ECHOED' : ''}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
    sums.sent += 1
    sums.echoed += isEcho ? 1 : 0
    sums.unanswered += status === 0 || status >= 500 ? 1 : 0
  })
  for (const [what, times] of [...counts].sort()) print(`${String(times).padStart(6)}  ${what}`)
  return sums
}
