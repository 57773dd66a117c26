/** A host of agents that can run `assay-hook`. */
export interface HookHost {
  /** As the command takes it; also the name of its guide in docs/hosts. */
  name: string
  title: string
  /** What `install` adds, with `code` between backticks. */
  adds: string
  /** What its reader has to know besides, with `code` between backticks; null: nothing. */
  note: string | null
  /** The file with its servers; null: in a language that `assay-guard wrap` does not change. */
  servers: string | null
  /** Whether it shows the agent a text with the result of a call that goes on. */
  takesAdvice: boolean
  /** What comes of a question to the person, where a policy asks. */
  asks: string
  /** How these facts are known. */
  source: string
}

export const HOOK_HOSTS = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    adds: 'three hooks to `~/.claude/settings.json`',
    note: 'Sessions that run already read it when they are started again.',
    servers: '~/.claude.json',
    takesAdvice: true,
    asks: 'Yes; refused where nobody can answer',
    source: 'Version 2.1.332, run',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    adds: 'the file `~/.copilot/hooks/assay.json`',
    note: 'Copilot CLI reads the same file.',
    servers: '.vscode/mcp.json',
    takesAdvice: true,
    asks: 'Yes',
    source: 'Source of Copilot Chat 0.42.0, not run',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    adds: 'three hooks to `~/.cursor/hooks.json`',
    note: null,
    servers: '~/.cursor/mcp.json',
    takesAdvice: false,
    asks: 'No: the call goes on',
    source: 'Code of its SDK 1.0.32, not run',
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    adds: 'the file `~/.copilot/hooks/assay.json`',
    note: 'VS Code reads the same file.',
    servers: '~/.copilot/mcp-config.json',
    takesAdvice: true,
    asks: 'Yes; refused where nobody can answer',
    source: 'Version 1.0.102, run',
  },
  {
    name: 'goose',
    title: 'Goose',
    adds: 'the folder `~/.agents/plugins/assay`',
    note: 'Goose itself keeps a line on this folder in its `config.yaml`, which stays.',
    servers: null,
    takesAdvice: false,
    asks: 'No: the call goes on',
    source: 'Source of version 1.50.0, not run',
  },
] as const satisfies readonly HookHost[]

/** The host that an address names; the first one where it names none that there is. */
export function chosenHost(name: string | string[] | undefined): HookHost {
  return HOOK_HOSTS.find((host) => host.name === name) ?? HOOK_HOSTS[0]
}
