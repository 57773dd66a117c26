import { jsoncValue, readJsonc } from 'assay-verify/setup/jsonc'

/** Whether a text looks like Codex's config.toml: it has a table of a server. */
export function isCodexSettings(text: string): boolean {
  return /^\s*\[mcp_servers\./m.test(text)
}

const TABLE = /^\s*\[\s*mcp_servers\s*\.\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*\]\s*(?:#.*)?$/
const OTHER_TABLE = /^\s*\[/
const VALUE = /^\s*(command|args|url)\s*=\s*(.*)$/

/**
 * The servers of Codex's config.toml, in the shape of other clients: of each table `[mcp_servers.name]` the members
 * `command`, `args` and `url`. Not all of TOML: other members and tables are skipped, and a value in another form than
 * text or a list of texts is left out.
 */
export function readCodexSettings(text: string): { mcp_servers: Record<string, Record<string, unknown>> } {
  const servers = new Map<string, Record<string, unknown>>()
  let current: Record<string, unknown> | undefined
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const table = TABLE.exec(line)
    if (table !== null) {
      current = {}
      servers.set(table[1] ?? table[2] ?? table[3] ?? '', current)
    } else if (OTHER_TABLE.test(line)) current = undefined
    const [, member = '', first = ''] = VALUE.exec(line) ?? []
    if (current === undefined || member === '') continue
    const [value, linesRead] = readValue([first, ...lines.slice(at + 1, at + MOST_LINES)])
    if (value !== undefined) current[member] = value
    at += linesRead - 1
  }
  return { mcp_servers: Object.fromEntries(servers) }
}

/** Of one list of arguments. */
const MOST_LINES = 200

/** A text, or a list of texts over several lines. */
function readValue(lines: readonly string[]): [value: unknown, lines: number] {
  const [first = ''] = lines
  if (!first.startsWith('[')) return [parsed(first), 1]
  const end = lines.findIndex((line) => /\]\s*(?:#.*)?$/.test(line))
  return end < 0 ? [undefined, 1] : [parsed(lines.slice(0, end + 1).join('\n')), end + 1]
}

/** TOML's texts are those of JSON, or literal between single quotes; comments begin with `#`. */
function parsed(text: string): unknown {
  const asJson = text.replace(/"(?:[^"\\\n]|\\.)*"|'([^'\n]*)'|#[^\n]*/g, (found, literal?: string) => {
    if (found.startsWith('#')) return ''
    return literal === undefined ? found : JSON.stringify(literal)
  })
  const reading = readJsonc(asJson)
  return reading.ok ? jsoncValue(reading.root) : undefined
}
