import { isPlainObject } from '../json-schema/json-value.ts'
import { digest as digestField } from '../leaves/leaf-field.ts'
import { type JsonFault, parseStrictJson } from '../text/strict-json.ts'
import { byText, DECLARED_PARTS, type DeclaredPart } from './declared-part.ts'
import { TOOL_PARTS, type ToolPart } from './server-digests.ts'

/** The version of the form of lock files, their member `version`. */
export const LOCK_FILE_VERSION = 1
/** The most servers of one file. */
const MOST_LOCK_ENTRIES = 100_000

/** Digests that a lock pins. Left out: not pinned. null: pinned as not there. */
export type LockedTool = { name: string } & Partial<Record<ToolPart | 'inputSchemaAsWritten', string | null>>

/** What a lock pins of one server. */
export interface LockEntry {
  /** Id of the server. */
  id: string
  /** The version it gave; null: none. */
  version: string | null
  /** Index of the leaf of the log that names its digests; null: it was not logged. */
  leaf: number | null
  /** Left out: not pinned. null: pinned as a list that cannot be read whole. */
  parts: Partial<Record<DeclaredPart, string | null>>
  /** null: it had not listed its tools itself. */
  tools: LockedTool[] | null
}

/** A lock file. Members that this version does not know are kept where a file is written again. */
export interface LockFile {
  version: typeof LOCK_FILE_VERSION
  /** Address of the service that the digests are from; null: the file names none. */
  service: string | null
  servers: LockEntry[]
}

/** Why a text is no lock file that can be used: a sentence without its contents. */
export class LockFileFault extends Error {
  override readonly name = 'LockFileFault'
}

const JSON_FAULTS: Record<JsonFault, string> = {
  not_json: 'it is not JSON',
  byte_order_mark: 'it begins with a byte order mark',
  duplicate_member: 'an object in it has one member twice',
  forbidden_member: 'it has a member named __proto__',
  too_deep: 'it is nested too deep',
}

/** The file that a text is. Throws `LockFileFault`. */
export function parseLockFile(text: string): LockFile {
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new LockFileFault(`${JSON_FAULTS[parsed.fault]}.`)
  const file = objectIn(parsed.value, 'it')
  const { version, service = null } = file
  if (typeof version === 'number' && version > LOCK_FILE_VERSION)
    throw new LockFileFault(`its version is ${version}; this program reads version ${LOCK_FILE_VERSION}. Update it.`)
  if (version !== LOCK_FILE_VERSION) throw new LockFileFault(`its "version" is not ${LOCK_FILE_VERSION}.`)
  if (service !== null && typeof service !== 'string') throw new LockFileFault('its "service" is not a text.')
  const servers = listIn(file.servers, '"servers"').map((entry, index) => entryIn(entry, `entry ${index + 1}`))
  if (servers.length > MOST_LOCK_ENTRIES) throw new LockFileFault(`it has more than ${MOST_LOCK_ENTRIES} servers.`)
  refuseTwice(
    servers.map(({ id }) => id),
    'server',
  )
  return { ...file, version, service, servers }
}

/**
 * The text of a lock file: servers and tools in the order of their names, known members first, so that a change of one
 * digest is a change of one line.
 */
export function lockFileText(file: LockFile): string {
  const { version, service, servers, ...others } = file
  const written = { version, service, servers: servers.toSorted(byText(({ id }) => id)).map(writtenEntry), ...others }
  return `${JSON.stringify(written, null, 2)}\n`
}

function writtenEntry({ id, version, leaf, parts, tools, ...others }: LockEntry): object {
  const { known, unknown } = divided(parts, DECLARED_PARTS)
  return {
    id,
    version,
    leaf,
    parts: { ...known, ...unknown },
    tools: tools?.toSorted(byText(({ name }) => name)).map(writtenTool) ?? null,
    ...others,
  }
}

function writtenTool({ name, ...digests }: LockedTool): object {
  const { known, unknown } = divided(digests, TOOL_MEMBERS)
  return { name, ...known, ...unknown }
}

const TOOL_MEMBERS = [...TOOL_PARTS, 'inputSchemaAsWritten'] as const

/** The named members in the order of their names, and the others in theirs. */
function divided(given: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const known = names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]] as const] : []))
  const unknown = Object.entries(given).filter(([name]) => !names.includes(name))
  return { known: Object.fromEntries(known), unknown: Object.fromEntries(unknown) }
}

function entryIn(value: unknown, where: string): LockEntry {
  const entry = objectIn(value, where)
  const { id, version = null, leaf = null, tools = null } = entry
  if (typeof id !== 'string' || id === '') throw new LockFileFault(`${where} has no "id".`)
  if (version !== null && typeof version !== 'string')
    throw new LockFileFault(`${where} has a "version" that is no text.`)
  if (leaf !== null && !(typeof leaf === 'number' && Number.isSafeInteger(leaf) && leaf >= 0))
    throw new LockFileFault(`${where} has a "leaf" that is no index.`)
  const parts = objectIn(entry.parts ?? {}, `"parts" of ${where}`)
  requireDigests(parts, DECLARED_PARTS, where)
  const locked = tools === null ? null : listIn(tools, `"tools" of ${where}`).map((tool) => toolIn(tool, where))
  refuseTwice(locked?.map(({ name }) => name) ?? [], `tool of ${where}`)
  return { ...entry, id, version, leaf, parts, tools: locked }
}

function toolIn(value: unknown, where: string): LockedTool {
  const tool = objectIn(value, `a tool of ${where}`)
  const { name } = tool
  if (typeof name !== 'string') throw new LockFileFault(`a tool of ${where} has no "name".`)
  requireDigests(tool, TOOL_MEMBERS, where)
  return { ...tool, name }
}

function requireDigests(given: Readonly<Record<string, unknown>>, names: readonly string[], where: string): void {
  for (const name of names) {
    const digest = given[name]
    if (digest === undefined || digest === null || digestField.accepts(digest)) continue
    throw new LockFileFault(`${where} has a "${name}" that is no digest (sha256: and 64 hexadecimal digits).`)
  }
}

function objectIn(value: unknown, what: string): Record<string, unknown> {
  if (!isPlainObject(value)) throw new LockFileFault(`${what} is not an object.`)
  return value
}

function listIn(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new LockFileFault(`${what} is not a list.`)
  return value
}

function refuseTwice(names: readonly string[], what: string): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new LockFileFault(`${what} ${JSON.stringify(name).slice(0, 200)} is there twice.`)
    seen.add(name)
  }
}
