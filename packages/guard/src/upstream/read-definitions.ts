import {
  type InitializeResult,
  isSpecType,
  ProtocolError,
  SERVER_INFO_META_KEY,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client'
import type { Connected } from './connect.ts'
import { DEFINED, type Defined, type Definitions } from './definitions.ts'
import type { Members } from './upstream.ts'

/** Whatever a server answers. */
export const ANYTHING: StandardSchemaV1<Members, Members> = {
  '~standard': { version: 1, vendor: 'assay', validate: (value) => ({ value: value as Members }) },
}

/** A list that goes on behind these is cut there. */
const MOST_PAGES = 64
const MOST_ENTRIES = 50_000
/** What is nested deeper cannot be written, and would take the whole list with it. */
const MOST_LEVELS = 500

const LISTS: Record<Defined, { method: string; key: string; capability: 'tools' | 'prompts' | 'resources' }> = {
  tools: { method: 'tools/list', key: 'name', capability: 'tools' },
  prompts: { method: 'prompts/list', key: 'name', capability: 'prompts' },
  resources: { method: 'resources/list', key: 'uri', capability: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', key: 'uriTemplate', capability: 'resources' },
}

/** Sends a request, and rejects where no answer comes. */
export type Ask = (method: string, params: Members) => Promise<Members>

/**
 * What a connected server declares. Only `wanted` is read, the rest is as it was known, as is a list that the server
 * answers with an error. Rejects where an answer does not come.
 */
export async function readDefinitions(
  { client, era, introduction }: Connected,
  known: Definitions | null,
  wanted: readonly Defined[],
  now: number,
  ask: Ask,
): Promise<Definitions> {
  const { capabilities, serverInfo, instructions, _meta } = introduction as Partial<InitializeResult>
  const declared = capabilities ?? client.getServerCapabilities() ?? {}
  const lists: Members = {}
  for (const defined of DEFINED) {
    if (declared[LISTS[defined].capability] === undefined) lists[defined] = null
    else lists[defined] = wanted.includes(defined) ? await readList(defined, known, ask) : (known?.[defined] ?? [])
  }
  const info = serverInfo ?? _meta?.[SERVER_INFO_META_KEY]
  return {
    readAt: now,
    era,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    serverInfo: isSpecType.Implementation(info) ? info : null,
    capabilities: declared,
    instructions: instructions ?? null,
    ...(lists as unknown as Pick<Definitions, Defined>),
  }
}

async function readList(defined: Defined, known: Definitions | null, ask: Ask): Promise<readonly unknown[]> {
  const { method, key } = LISTS[defined]
  const entries = new Map<string, unknown>()
  const cursors = new Set<string>()
  try {
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES && entries.size < MOST_ENTRIES; page += 1) {
      const answer = await ask(method, cursor === undefined ? {} : { cursor })
      for (const entry of entriesOf(answer[defined])) {
        const name = entry[key]
        if (typeof name === 'string' && !entries.has(name)) entries.set(name, entry)
      }
      const next = answer.nextCursor
      if (typeof next !== 'string' || cursors.has(next)) break
      cursors.add(next)
      cursor = next
    }
    return [...entries.values()]
  } catch (error) {
    // A server may have resources and no templates.
    if (error instanceof ProtocolError) return known?.[defined] ?? [...entries.values()]
    throw error
  }
}

function entriesOf(list: unknown): Members[] {
  if (!Array.isArray(list)) return []
  return list.filter((entry): entry is Members => typeof entry === 'object' && entry !== null && !isTooDeep(entry))
}

function isTooDeep(entry: object): boolean {
  let level: unknown[] = [entry]
  for (let depth = 0; depth < MOST_LEVELS; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Which lists are others than they were. */
export function changedLists(was: Definitions | null, is: Definitions): Set<Defined> {
  return new Set(DEFINED.filter((defined) => !isSameList(was?.[defined] ?? null, is[defined])))
}

/** An entry at a time: the text of a whole list may have megabytes. */
function isSameList(was: readonly unknown[] | null, is: readonly unknown[] | null): boolean {
  if (was === null || is === null) return was === is
  return was.length === is.length && was.every((entry, at) => JSON.stringify(entry) === JSON.stringify(is[at]))
}
