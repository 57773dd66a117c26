import { join } from 'node:path'
import { claudeAnswer } from 'assay-decide/claude-code'
import { toolAfter } from 'assay-decide/tool-names'
import type { Machine } from '../state/state-folder.ts'
import { parseClaudeEvent } from './claude-code.ts'
import { sharedHooks } from './copilot.ts'
import type { Host, SettingsPlace } from './host.ts'
import { member, withParents } from './members.ts'

// Events and answers: microsoft/vscode-copilot-chat 0.42.0, hookCommandTypes.ts and chatHookService.ts; names:
// microsoft/vscode, mcpServer.ts, McpPrefixGenerator.

const PREFIX = 'mcp_'
const PREFIX_CHARS = 13
const MOST_CHARS = 64

/** How tools of a server of this name begin, without the number that distinguishes servers of one name. */
function prefixOf(server: string): string {
  return (
    PREFIX +
    server
      .toLowerCase()
      .replace(/[^a-z0-9_.-]+/g, '_')
      .slice(0, PREFIX_CHARS)
  )
}

function writtenTool(tool: string): string {
  return tool.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MOST_CHARS)
}

export const vscode: Host = {
  name: 'vscode',
  title: 'VS Code',
  parse(input) {
    const event = parseClaudeEvent(input)
    return event?.tool.startsWith(PREFIX) ? event : null
  },
  toolOf({ tool }, server) {
    return toolAfter(`${prefixOf(server)}_`, tool)
  },
  writtenTool,
  usesAnnouncedNames: true,
  failsWithoutServer: false,
  answer: claudeAnswer,
  silence: '{}',
  settings(cwd, machine) {
    const servers = (value: unknown) => member(value, 'servers')
    const places = withParents(cwd).flatMap((folder): SettingsPlace[] => [
      { path: join(folder, '.vscode', 'mcp.json'), isOfFolder: true, servers },
    ])
    return [...places, { path: join(userFolder(machine), 'mcp.json'), servers }]
  },
  hooks: sharedHooks,
  note: 'Copilot CLI reads the same file.',
}

function userFolder({ platform, env, home }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Code', 'User')
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Code', 'User')
}
