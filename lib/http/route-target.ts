import { posix } from 'node:path'
import { API_PATHS } from '../contract/api-paths'
import { pathFault, queryFault, targetOf } from './request-target'

/**
 * Where the standalone adapter sends a request. `target`: path and query, without scheme, authority and fragment.
 * `location`: where the caller must ask instead.
 */
export type RoutedTarget = { isApi: boolean; target: string } | { location: string } | Refused

/** `fault`: what is wrong with it, in words. */
interface Refused {
  fault: string
  path: string
  code: 'invalid_path' | 'invalid_parameter'
}

const API_PATH = new RegExp(`^/(?:${API_PATHS})$`, 's')
const ABSOLUTE_FORM = /^https?:\/\/[^/?#\\]+([/?#]|$)/i
/** One more than any later reader of a path decodes it. */
const DECODINGS = 3
/** Characters that URL parsers drop from a path or from its ends. */
const DROPPED = /[\p{Cc} ]/gu

/**
 * Whether a raw request target is of the API, of the pages, or to be refused. Next folds dot segments and serves the
 * API's routes too: a path that it would turn into one of them must not reach it in another spelling.
 */
export function routeTarget(raw: string): RoutedTarget {
  if (!raw.startsWith('/') && !ABSOLUTE_FORM.test(raw)) {
    return { fault: 'The request target is neither a path nor an http address.', path: '/', code: 'invalid_path' }
  }
  const { path, query } = targetOf(raw)
  const isApi = API_PATH.test(path)
  // As Next answers a slash at the end of any path.
  const isSlashed = isApi && path.endsWith('/')
  const plain = isSlashed ? path.slice(0, -1) : path
  const fault = isApi ? pathFault(plain) : pageFault(path)
  if (fault !== undefined) return { fault, path, code: 'invalid_path' }
  // URL parsers replace what is not UTF-8, and the call would be answered for other words than were meant.
  const ofQuery = queryFault(query)
  if (ofQuery !== undefined) return { fault: ofQuery, path, code: 'invalid_parameter' }
  const target = query === '' ? plain : `${plain}?${query}`
  return isSlashed ? { location: target } : { isApi, target }
}

/** Next redirects repeated and trailing slashes of pages by itself, so they are no fault. */
function pageFault(path: string): string | undefined {
  const readings = readingsOf(path)
  const [once] = readings
  if (once === undefined) return pathFault(path)
  if (path.includes('\\')) return 'The path has a backslash.'
  if (once.split('/').some((segment) => segment === '.' || segment === '..')) return 'The path has a dot segment.'
  if ([path, ...readings].some((reading) => API_PATH.test(posix.normalize(reading.replaceAll(DROPPED, ''))))) {
    return 'The path leads to the API but is not written as the API has it.'
  }
  return undefined
}

/** The path decoded once, twice and so on, with slashes for backslashes; empty where it cannot be decoded. */
function readingsOf(path: string): string[] {
  const readings: string[] = []
  let reading = path
  for (let round = 0; round < DECODINGS; round += 1) {
    try {
      reading = decodeURIComponent(reading)
    } catch {
      // An escape that is not UTF-8 cannot be decoded further.
      break
    }
    readings.push(reading.replaceAll('\\', '/'))
  }
  return readings
}
