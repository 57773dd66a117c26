import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import {
  type Declarations,
  type FlaggedText,
  LISTED_PARTS,
  type ListedPart,
  sortedFlags,
} from '../../core/declarations/declarations'
import { FLAG_RULES } from '../../core/declarations/unsafe-texts'
import type { ProbeSettings, ProbeTarget } from '../prober'
import { DeclaredList, LISTS } from './declared-lists'
import type { Handshake } from './handshake'
import { modernParams } from './handshake'
import { type McpTransport, withinMs } from './mcp-transport'
import { readServerCard } from './server-card'

/** Of all lists and the card together; what was not read by then is read another time. */
const DECLARATIONS_MS = 6_000
const MOST_PAGES = 10
const MAX_CURSOR_CHARS = 8_192
/** Characters of one list, over all of its pages. */
const MOST_LIST_CHARS = 1_000_000
const ENTRIES_IN_A_TURN = 50
/** The extension by which a server declares `skills/list` (SEP-2640). */
const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

interface Asked {
  handshake: Handshake
  transport: McpTransport
  /** null: only what the handshake declares is read. */
  target: ProbeTarget | null
  settings: ProbeSettings
  signal: AbortSignal
}

/**
 * What a server declares besides its tools. What the handshake says costs nothing; lists and the server card are read
 * only where the target asks for it, and only those the handshake declares. `toolFlags` null: the tools were not
 * listed. Never rejects: what could not be read is null, and a note says so.
 */
export async function readDeclarations(
  asked: Asked,
  toolFlags: readonly FlaggedText[] | null,
): Promise<{ declared: Declarations; notes: string[] }> {
  const { handshake, target, settings, signal } = asked
  const declared: Declarations = {
    ...handshake.declared,
    prompts: offers(handshake, 'prompts') ? null : [],
    resources: offers(handshake, 'resources') ? null : [],
    templates: offers(handshake, 'templates') ? null : [],
    skills: offers(handshake, 'skills') ? null : [],
    card: null,
    cut: [],
    listsRead: target?.readDeclarations === true,
    toolsRead: toolFlags !== null,
    flags: sortedFlags([...handshake.declared.flags, ...(toolFlags ?? [])]),
  }
  if (target === null || !declared.listsRead) return { declared: withRules(declared), notes: [] }
  const notes: string[] = []
  for (const part of LISTED_PARTS.filter((name) => declared[name] === null)) {
    const list = await attempt(signal, (limited) => readList(part, asked, limited))
    if (list === undefined) notes.push(`It declares ${part}, but did not list them.`)
    else take(declared, part, list)
  }
  declared.card = (await attempt(signal, (limited) => readServerCard(target, settings, limited))) ?? null
  declared.flags = sortedFlags(declared.flags)
  return { declared: withRules(declared), notes }
}

/** Notes by which rules the flags of the parts that were read were found. */
function withRules(declared: Declarations): Declarations {
  const flagRules: Record<string, string> = { instructions: FLAG_RULES }
  if (declared.toolsRead) flagRules.tool = FLAG_RULES
  for (const part of LISTED_PARTS) if (declared[part] !== null) flagRules[part] = FLAG_RULES
  declared.flagRules = flagRules
  return declared
}

/** undefined: it failed, or took too long. */
async function attempt<T>(signal: AbortSignal, step: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  try {
    return await withinMs(DECLARATIONS_MS / (LISTED_PARTS.length + 1), signal, step)
  } catch {
    return undefined
  }
}

function take(declared: Declarations, part: ListedPart, { items, flags, isCut }: DeclaredList): void {
  Object.assign(declared, { [part]: items })
  declared.flags = [...declared.flags, ...flags]
  if (isCut) declared.cut = [...declared.cut, part]
}

function offers({ declared: { capabilities, extensions } }: Handshake, part: ListedPart): boolean {
  if (part === 'skills') return extensions[SKILLS_EXTENSION] !== undefined || capabilities?.includes('skills') === true
  return capabilities?.includes(part === 'templates' ? 'resources' : part) === true
}

async function readList(part: ListedPart, asked: Asked, signal: AbortSignal): Promise<DeclaredList> {
  const list = new DeclaredList(part)
  const cursors = new Set<string>()
  let cursor: string | undefined
  let read = 0
  for (;;) {
    const page = await readPage(part, asked, cursor, signal)
    for (const [index, entry] of page.entries.entries()) {
      if (index % ENTRIES_IN_A_TURN === 0) await nextEventLoopTurn()
      list.add(entry)
    }
    read += page.size
    if (page.next === undefined) return list
    const isEnough = list.isCut || cursors.size + 1 >= MOST_PAGES || read > MOST_LIST_CHARS
    if (isEnough || cursors.has(page.next) || page.next.length > MAX_CURSOR_CHARS) {
      list.isCut = true
      return list
    }
    cursors.add(page.next)
    cursor = page.next
  }
}

async function readPage(
  part: ListedPart,
  { handshake: { generation, protocolVersion }, transport }: Asked,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const { method, member } = LISTS[part]
  const common = generation === 'modern' ? modernParams(protocolVersion) : undefined
  const answer = await transport.call(method, cursor === undefined ? common : { ...common, cursor }, signal)
  const entries = answer.kind === 'result' ? answer.result[member] : undefined
  if (answer.kind !== 'result' || !Array.isArray(entries)) throw new Error(`no ${part} in the answer`)
  const { nextCursor } = answer.result
  return {
    entries,
    size: answer.size,
    next: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
  }
}
