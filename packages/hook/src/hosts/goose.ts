import { join } from 'node:path'
import type { Decision } from 'assay-decide/decision'
import { toolAfter } from 'assay-decide/tool-names'
import type { Machine } from '../state/state-folder.ts'
import { CLAUDE_EVENTS, parseClaudeEvent, TIMEOUT_SECONDS } from './claude-code.ts'
import { extensionsIn } from './goose-settings.ts'
import type { HookPlace, Host } from './host.ts'
import { isMembers, type Members, textOr } from './members.ts'

// Events and answers: Goose 1.50.0, crates/goose/src/hooks/mod.rs; refusal since pull request 9304, of May 2026.

const ENDS_BY_ITSELF = 'This ends by itself: a call is let through every few minutes, and all once it answers again.'

/** The key that Goose makes of an extension's name. */
function keyOf(name: string): string {
  return name
    .replace(/\s+/g, '')
    .replace(/[^a-zA-Z0-9_-]/g, '_')
    .toLowerCase()
}

/** Goose instructs the model not to retry, so the sentence says that it may later. Only a denial is an answer. */
function answer({ action, code, text }: Decision): object | null {
  if (action !== 'deny') return null
  return { decision: 'block', reason: code === 'down' ? `${text} ${ENDS_BY_ITSELF}` : text }
}

/** Extensions in the form of other hosts' settings; those that are turned off are not called. */
function serversIn(extensions: unknown): Members {
  if (!isMembers(extensions)) return {}
  const found = Object.entries(extensions).flatMap(([key, one]) => {
    if (!isMembers(one) || one.enabled === false) return []
    const settings = typeof one.uri === 'string' ? { url: one.uri } : { command: one.cmd, args: one.args }
    return [[textOr(one.name, key), settings]] as const
  })
  return Object.fromEntries(found)
}

export const goose: Host = {
  name: 'goose',
  title: 'Goose',
  parse(input) {
    const { event, working_dir, tool_call_id } = input
    return parseClaudeEvent({ ...input, hook_event_name: event, cwd: working_dir, tool_use_id: tool_call_id })
  },
  toolOf({ tool }, server) {
    return toolAfter(`${keyOf(server)}__`, tool)
  },
  writtenTool: (tool) => tool,
  usesAnnouncedNames: false,
  failsWithoutServer: false,
  answer,
  silence: '',
  settings(_cwd, machine) {
    return [{ path: join(settingsFolder(machine), 'config.yaml'), servers: serversIn, parse: extensionsIn }]
  },
  hooks(scope, { posix }, cwd, { home }): HookPlace[] {
    const folder = join(scope === 'project' ? cwd : home, '.agents', 'plugins', 'assay')
    const entry = { hooks: [{ type: 'command', command: posix, timeout: TIMEOUT_SECONDS }] }
    const plugin = { name: 'assay', version: '0.1.0', description: 'Assay: reliability of MCP servers' }
    return [
      { path: join(folder, 'plugin.json'), initial: plugin, lists: [] },
      {
        path: join(folder, 'hooks', 'hooks.json'),
        initial: {},
        lists: CLAUDE_EVENTS.map((event) => ({ members: ['hooks', event], entry })),
      },
    ]
  },
  note: 'Goose takes refusals only. It keeps a line on the plugin in its config.yaml, which uninstall leaves.',
}

function settingsFolder({ platform, env, home }: Machine): string {
  if (env.GOOSE_PATH_ROOT) return join(env.GOOSE_PATH_ROOT, 'config')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'config')
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'goose')
}
