import { type JsoncNode, jsoncValue, readJsonc } from 'assay-verify/setup/jsonc'
import { quoted } from 'assay-verify/text/visible-text'

/** The entry of a server in the text of a configuration. */
export interface Entry {
  name: string
  /** Where in the text it lies. */
  node: JsoncNode
  value: unknown
  /** The folder that it is for, in settings that keep servers by folder; null: everywhere. */
  folder: string | null
}

/** What a text has of servers. */
export interface ConfigurationText {
  /** In the order of the text; of a name that one list has twice, the last. */
  entries: Entry[]
  /** A sentence each. */
  faults: string[]
}

/** Members of the root that hold servers by name: VS Code, Zed, and the form of Codex in JSON. */
const OF_ROOT: ReadonlySet<string> = new Set(['servers', 'context_servers', 'mcp_servers'])
/** How far below the root a client keeps its servers: Claude Code has them in `projects`, by folder. */
const MOST_DEEP = 3
const SERVER_MEMBERS = ['command', 'url', 'serverUrl', 'httpUrl']

/** A list of servers by name. */
interface List {
  members: readonly string[]
  node: JsoncNode
  /** What else it has is no server, as the settings of opencode and Gemini CLI named `mcp`. */
  isMixed: boolean
}

/** The entries of a text. Throws a SyntaxError, without a word of the text, which may have secrets. */
export function entriesIn(text: string): ConfigurationText {
  const reading = readJsonc(text)
  if (!reading.ok) {
    const why = reading.fault === 'too_deep' ? 'it is nested too deeply' : 'it is not JSON'
    throw new SyntaxError(`${why} (line ${reading.line})`)
  }
  const faults: string[] = []
  const lists: List[] = []
  collect(reading.root, [], lists, faults)
  if (lists.length === 0 && membersOf(reading.root).some(([, node]) => isServerLike(node)))
    lists.push({ members: [], node: reading.root, isMixed: true })
  const entries = lists.flatMap((list) => entriesOf(list, faults))
  return { entries: entries.sort((a, b) => a.node.start - b.node.start), faults }
}

function collect(node: JsoncNode, above: readonly string[], lists: List[], faults: string[]): void {
  for (const [name, value] of membersOf(node)) {
    const members = [...above, name]
    const isList = name === 'mcpServers' || (OF_ROOT.has(name) && (above.length === 0 || above.join() === 'mcp'))
    const isMixed = name === 'mcp' && above.length === 0 && membersOf(value).some(([, one]) => isServerLike(one))
    if (isList && value.members === undefined) faults.push(`${quoted(members.join('.'))} is no object.`)
    else if (isList || isMixed) lists.push({ members, node: value, isMixed })
    if (!isList && above.length < MOST_DEEP) collect(value, members, lists, faults)
  }
}

function entriesOf({ members, node, isMixed }: List, faults: string[]): Entry[] {
  const last = new Map(node.members?.map(({ name, value }) => [name, value]))
  const times = new Map<string, number>()
  for (const { name } of node.members ?? []) times.set(name, (times.get(name) ?? 0) + 1)
  for (const [name, count] of times)
    if (count > 1) faults.push(`The name ${quoted(name)} is there ${count} times; the last one counts.`)
  const folder = members[0] === 'projects' && members.length === 3 ? (members[1] ?? null) : null
  return [...last]
    .filter(([, value]) => !isMixed || isServerLike(value))
    .map(([name, value]) => ({ name, node: value, value: jsoncValue(value), folder }))
}

/** The members of an object; of those of one name the last, as in JSON.parse. */
function membersOf(node: JsoncNode): [string, JsoncNode][] {
  return [...new Map(node.members?.map(({ name, value }) => [name, value]))]
}

function isServerLike(node: JsoncNode): boolean {
  return node.members?.some(({ name }) => SERVER_MEMBERS.includes(name)) ?? false
}
