/** An id longer than this is refused; the longest real one seen has fewer than 200. */
export const MAX_ID_LENGTH = 512

export type IdFault = 'empty' | 'too_long' | 'control_character' | 'empty_segment' | 'dot_segment' | 'lone_surrogate'

// Control characters, line and paragraph separators, and bidirectional overrides, which make text display differently.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * What is wrong with an id's form, or undefined when nothing is. Does not check whether the id is known. Slashes,
 * spaces, dots, upper case and any script are valid: real ids contain all of them.
 */
export function idFault(id: string): IdFault | undefined {
  if (id.length === 0) return 'empty'
  if (id.length > MAX_ID_LENGTH) return 'too_long'
  if (FORBIDDEN.test(id)) return 'control_character'
  if (LONE_SURROGATE.test(id)) return 'lone_surrogate'
  const segments = id.split('/')
  if (segments.some((segment) => segment === '')) return 'empty_segment'
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'dot_segment'
  return undefined
}

/** Whether a value is a well-formed id; it may still be unknown. */
export function isWellFormedId(id: unknown): id is string {
  return typeof id === 'string' && idFault(id) === undefined
}

/** What an id must be, by the fault it has: the end of a sentence that begins with "must be". */
export const ID_MUST_BE: Readonly<Record<IdFault, string>> = {
  empty: 'an id that is not empty',
  too_long: `an id of at most ${MAX_ID_LENGTH} characters`,
  control_character: 'an id without control characters and direction overrides',
  empty_segment: 'an id without empty segments: no slash at its beginning or end, and no two in a row',
  dot_segment: 'an id without the segments "." and ".."',
  lone_surrogate: 'an id of well formed Unicode',
}

/** A tool's id. `toolName` is used unchanged: it may contain slashes and spaces. */
export function toolIdOf(serverId: string, toolName: string): string {
  return `${serverId}/${toolName}`
}

/** A server's id without its registry, `publisher/server`, as listings show it. */
export function publisherAndServer(serverId: string): string {
  return serverId.slice(serverId.indexOf('/') + 1)
}

/** The id as part of a path: every segment escaped, slashes kept. */
export function idToPath(id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}

/** Every shorter id the slashes of this one allow, longest first. For hints only: ids are matched whole. */
export function shorterIds(id: string): string[] {
  const segments = id.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, segments.length - 1 - index).join('/'))
}
