import { ApiError } from '../contract/errors'

/** Path and query of a request, not decoded: faults that a URL parser would repair must stay visible. */
export interface RequestTarget {
  path: string
  query: string
}

export function targetOf(url: string): RequestTarget {
  const start = url.startsWith('/') ? 0 : endOfAuthority(url)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  if (mark === -1 || mark > end) return { path: url.slice(start, end) || '/', query: '' }
  return { path: url.slice(start, mark) || '/', query: url.slice(mark + 1, end) }
}

function endOfAuthority(url: string): number {
  const authority = url.indexOf('//') + 2
  const length = url.slice(authority).search(/[/?#]/)
  return length === -1 ? url.length : authority + length
}

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i

/** What is wrong with a raw path that a URL parser would silently repair, or undefined. */
export function pathFault(path: string): string | undefined {
  if (path.includes('//')) return 'The path has an empty segment.'
  if ((path.includes('.') || path.includes('%')) && DOT_SEGMENT.test(path)) return 'The path has a dot segment.'
  if (path.includes('\\')) return 'The path has a backslash.'
  if (path.length > 1 && path.endsWith('/')) return 'The path ends with a slash.'
  if (decodedOrUndefined(path) === undefined) return UNDECODABLE
  return undefined
}

/** Percent-decoding of a whole path or a part of it, once. Throws `invalid_path` where the escapes are not UTF-8. */
export function decodePath(text: string): string {
  const decoded = decodedOrUndefined(text)
  if (decoded === undefined) throw new ApiError('invalid_path', UNDECODABLE)
  return decoded
}

const UNDECODABLE = 'The path has a percent-escape that is not valid.'

/**
 * What is wrong with a raw query that a URL parser would silently repair, or undefined. A percent sign that begins no
 * escape stands for itself.
 */
export function queryFault(query: string): string | undefined {
  const escapes = query.includes('%') ? (query.match(/(?:%[\da-f]{2})+/gi) ?? []) : []
  const isUtf8 = escapes.every((run) => decodedOrUndefined(run) !== undefined)
  return isUtf8 ? undefined : 'The query has a percent-escape that is not UTF-8.'
}

function decodedOrUndefined(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // It throws for escapes that are not UTF-8 and for nothing else.
    return undefined
  }
}
