import { basename, sep } from 'node:path'

/** What the variables of a configuration stand for. */
export interface Values {
  env: Readonly<Record<string, string | undefined>>
  home: string
  /** The folder that the agent works in. */
  cwd: string
  /** `$NAME` is a variable, too: Gemini CLI. */
  isShort: boolean
}

/** `${…}` of most clients, `{env:NAME}` of opencode, `$NAME` of Gemini CLI. */
const VARIABLE = /\$\{([^{}]*)\}|\{env:([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g
const NAMED = /^(?:env:)?([A-Za-z_]\w*)(?::-([\s\S]*))?$/

/**
 * The text with the values of its variables. One that has none stays as it is written, and its name is added to
 * `missing`: `NAME`, or `input:name` for what only a client can ask a person.
 */
export function withValues(text: string, values: Values, missing: Set<string>): string {
  if (!text.includes('$') && !text.includes('{')) return text
  return text.replace(VARIABLE, (whole, inner: string | undefined, ofOpencode?: string, short?: string) => {
    if (short !== undefined && !values.isShort) return whole
    return valueFor(inner ?? ofOpencode ?? short ?? '', values, missing) ?? whole
  })
}

function valueFor(inner: string, values: Values, missing: Set<string>): string | undefined {
  const { env, home, cwd } = values
  switch (inner) {
    case 'userHome':
      return home
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return cwd
    case 'workspaceFolderBasename':
      return basename(cwd)
    case 'pathSeparator':
    case '/':
      return sep
  }
  const [, name, otherwise] = NAMED.exec(inner) ?? []
  if (name === undefined) {
    if (/^\w+:/.test(inner)) missing.add(inner)
    return undefined
  }
  const value = otherwise === undefined ? env[name] : env[name] || otherwise
  if (value === undefined) missing.add(name)
  return value
}

/** `~` and `~/…` as the folder of the person. */
export function withHome(path: string, home: string): string {
  return path === '~' || /^~[/\\]/.test(path) ? home + path.slice(1) : path
}
