import { type IdFault, idFault, MAX_ID_LENGTH } from 'assay-verify/subject-id'
import { TRANSPORTS, type Transport } from 'assay-verify/target-kind'
import type { CatalogServer, Remote } from '../core/catalog/catalog'
import { TRANSPORT_ROWS } from '../core/catalog/transports'
import { cleanLine, cleanText } from '../core/text/hostile-text'
import { isLookAlike, withUsualForms } from '../core/text/look-alike'
import type { Adjustments } from './adjustments'

// In characters. Except for descriptions, the longest in real catalogs are a fifth of these.
const MAX_DESCRIPTION = 2_000
const MAX_SHORT_TEXT = 200
/** Of an address, also that which is the name of an mcpb package. */
export const MAX_ADDRESS = 2_048
const MAX_LIST = 50

/** A short text as one clean line; null when there is none. Another type gives null, and is counted. */
export function readShortText(value: unknown, adjusted: Adjustments): string | null {
  const text = readString(value, adjusted)
  if (text === null) return null
  const line = cleanLine(text, MAX_SHORT_TEXT)
  if (isLonger(text, MAX_SHORT_TEXT)) adjusted.add('text_cut')
  else if (line !== text.replace(/\s+/g, ' ').trim()) adjusted.add('text_cleaned')
  return line || null
}

/** A description, clean, at most 2,000 characters; empty when there is none. */
export function readDescription(value: unknown, adjusted: Adjustments): string {
  const text = readString(value, adjusted)
  if (text === null) return ''
  const description = cleanText(text, MAX_DESCRIPTION)
  if (isLonger(text, MAX_DESCRIPTION)) adjusted.add('description_cut')
  else if (description !== text) adjusted.add('text_cleaned')
  return description
}

/**
 * The title of a server or tool as one clean line; null where there is none, or where it can be taken for another one
 * (`isLookAlike`), which is counted.
 */
export function readTitle(value: unknown, adjusted: Adjustments): string | null {
  const line = readShortText(value, adjusted)
  const title = line === null ? null : withUsualForms(line)
  if (title !== null && isLookAlike(title)) {
    adjusted.add('title_look_alike')
    return null
  }
  if (title !== line) adjusted.add('text_cleaned')
  return title
}

/**
 * What is wrong with an id; undefined when nothing is. Beyond its form, an id must hold neither invisible characters
 * nor letters of another script among Latin ones, by which one server could pass for another. Ids are never changed.
 */
export function faultOfId(id: string): IdFault | 'invisible_character' | 'look_alike_character' | undefined {
  const fault = idFault(id)
  if (fault !== undefined) return fault
  if (cleanText(id, MAX_ID_LENGTH) !== id.normalize('NFC')) return 'invisible_character'
  return isLookAlike(id) ? 'look_alike_character' : undefined
}

/** A list, cut at 50; another type gives an empty list. */
export function readList(value: unknown, adjusted: Adjustments): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    adjusted.add('field_dropped')
    return []
  }
  if (value.length > MAX_LIST) adjusted.add('list_cut')
  return value.slice(0, MAX_LIST)
}

/** The clean tags of a list, each once. */
export function readTags(value: unknown, adjusted: Adjustments): string[] {
  const tags = readList(value, adjusted).map((tag) => readShortText(tag, adjusted))
  return [...new Set(tags.filter((tag) => tag !== null))]
}

/** When a version was published, from an RFC 3339 text; nothing for anything else. */
export function readReleaseTime(value: unknown): Pick<CatalogServer, 'releasedAt'> {
  if (typeof value !== 'string' || !RELEASE_TIME.test(value)) return {}
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? {} : { releasedAt: time.toISOString() }
}

const RELEASE_TIME = /^(?:19|20)\d{2}-\d{2}-\d{2}T[\d:.]{8,18}(?:Z|[+-]\d{2}:\d{2})$/

/** The members of an object; none for another type. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/**
 * The repository as published, but clean and without credentials: `https://…`, `git+ssh://…`, `git@host:path`,
 * `owner/name`. Null where there is none, or its scheme is not one of repositories: a browser would run `javascript:`.
 */
export function readRepository(value: unknown, adjusted: Adjustments): string | null {
  const text = readString(value, adjusted)
  if (text === null) return null
  const repository = cleanLine(text, MAX_ADDRESS)
  if (repository === '') return null
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(repository)?.[1]?.toLowerCase()
  if (text.length > MAX_ADDRESS || (scheme !== undefined && !REPOSITORY_SCHEMES.has(scheme))) {
    adjusted.add('repository_dropped')
    return null
  }
  return withoutCredentials(repository, adjusted)
}

const REPOSITORY_SCHEMES = new Set([
  'http',
  'https',
  'git',
  'ssh',
  'git+http',
  'git+https',
  'git+ssh',
  'github',
  'gitlab',
  'bitbucket',
])

const TRANSPORT_BY_LABEL: ReadonlyMap<string, Transport> = new Map(
  TRANSPORTS.flatMap((transport) => TRANSPORT_ROWS[transport].labels.map((label) => [label, transport] as const)),
)

/**
 * An address that a server publishes; null where it is not http or https: `stdio:` names a configured command, which a
 * catalog must not refer to. An address with `{variables}` or `<placeholders>` is kept unchanged, as a template.
 */
export function readRemote(type: unknown, url: unknown, adjusted: Adjustments): Remote | null {
  const label = readString(type, adjusted)?.toLowerCase() ?? ''
  const transport = TRANSPORT_BY_LABEL.get(label) ?? 'other'
  const text = readString(url, adjusted) ?? ''
  const address = cleanLine(text, MAX_ADDRESS)
  const template = PLACEHOLDER.test(address)
  const usable =
    text.length <= MAX_ADDRESS &&
    (template ? TEMPLATE_START.test(address) : URL.canParse(address) && /^https?:/i.test(address))
  if (!usable) {
    adjusted.add('remote_dropped')
    return null
  }
  const bare = withoutCredentials(address, adjusted)
  return { transport, url: template ? bare : new URL(bare).href, template }
}

const PLACEHOLDER = /[{}<>]/
const TEMPLATE_START = /^(https?:\/\/|\{)/i

/** The addresses of a list, each once. */
export function distinctRemotes(remotes: readonly (Remote | null)[]): Remote[] {
  const byAddress = new Map(
    remotes.filter((remote) => remote !== null).map((remote) => [`${remote.transport} ${remote.url}`, remote]),
  )
  return [...byAddress.values()]
}

// A user name without a password is usual in ssh addresses; in http ones it may be a token.
const CREDENTIALS = /^(https?:\/\/)[^/?#]*@|^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*:[^/?#]*@/i

function withoutCredentials(address: string, adjusted: Adjustments): string {
  const bare = address.replace(CREDENTIALS, '$1$2')
  if (bare !== address) adjusted.add('credentials_removed')
  return bare
}

/** Counted in characters, as `cleanText` does. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text.slice(0, 2 * maxLength + 2)].length > maxLength
}

/** A text; null where there is none, or another type, which is counted. */
export function readString(value: unknown, adjusted: Adjustments): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  adjusted.add('field_dropped')
  return null
}
