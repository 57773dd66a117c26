import { MOST_ID_LENGTH } from './answers.ts'

// Control characters, line and paragraph separators, bidirectional overrides, lone surrogates.
const FORBIDDEN = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Whether an id is well formed. Slashes, spaces, dots and any script are allowed; a well-formed id may still be
 * unknown.
 */
export function isToolId(id: unknown): id is string {
  if (typeof id !== 'string' || id.length > MOST_ID_LENGTH || FORBIDDEN.test(id)) return false
  return id.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
}

/** The id as part of a path: every segment escaped, slashes kept. */
export function idToPath(id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}
