import { toProbeFailure } from '../failures'
import { waitOf } from '../http/http-response'
import { isObject, type JsonObject, parseBoundedJson } from '../mcp/json-rpc'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import type { PackageIndex } from './package-index'

/** Bytes of metadata that are read: that of real packages with a thousand versions has some megabytes. */
const MOST_METADATA_BYTES = 4_000_000

/** The metadata at an address of an index. */
export type IndexMetadata =
  | { kind: 'metadata'; metadata: JsonObject; httpStatus: number }
  /** The index has no such package. */
  | { kind: 'gone'; httpStatus: number }
  | { kind: 'too_large' }

/**
 * Reads metadata of a package. Throws `ProbeFailure` with `index_unusable` for everything else an index may do:
 * whatever it is, it says nothing about the package.
 */
export async function readMetadata(
  index: PackageIndex,
  address: string,
  settings: ProbeSettings,
  controls: ProbeControls,
): Promise<IndexMetadata> {
  try {
    controls.attempting()
    const { status, headers, body } = await index.fetch(address, {
      headers: { 'user-agent': settings.userAgent, accept: 'application/json', ...index.headersFor(address) },
      maxBytes: Math.min(settings.maxAnswerBytes, MOST_METADATA_BYTES),
      signal: controls.signal,
      rules: { allowedOrigins: [new URL(address).origin] },
      // The body of a refusal is text of nobody we need.
      planFor: (head) => (head.status === 200 ? 'collect' : 'discard'),
    })
    controls.answered(status)
    if (status === 404 || status === 410) return { kind: 'gone', httpStatus: status }
    if (status !== 200) {
      throw unusable(`The package index answered ${status}.`, { httpStatus: status, retryAfterMs: waitOf(headers) })
    }
    const metadata = parseBoundedJson(body.toString('utf8'))
    if (!isObject(metadata)) throw unusable('The package index answered something that is no metadata.')
    return { kind: 'metadata', metadata, httpStatus: status }
  } catch (error) {
    return tooLargeOrUnusable(error)
  }
}

function tooLargeOrUnusable(error: unknown): IndexMetadata {
  const failure = toProbeFailure(error)
  if (failure === null || failure.reason === 'index_unusable') throw error
  if (failure.reason === 'answer_too_large') return { kind: 'too_large' }
  const why = failure.reason === 'timed_out' ? 'did not answer in time' : 'could not be reached or read'
  throw unusable(`The package index ${why}.`, { httpStatus: failure.httpStatus, cause: error })
}

/** How a probe ends whose index cannot be used. */
export function unusable(note: string, details: ConstructorParameters<typeof ProbeFailure>[1] = {}): ProbeFailure {
  return new ProbeFailure('index_unusable', { ...details, notes: [note] })
}

export const TOO_LARGE = 'The metadata in the package index is larger than is read.'
export const OF_ANOTHER_PACKAGE = 'The package index answered with the metadata of another package.'
export const NO_VERSION = 'The metadata in the package index names no version that is published.'

/** A member of an object that is its own; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/**
 * A date and time of an index in epoch milliseconds, within the years in which there were packages; null for anything
 * else.
 */
export function timeIn(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null
  const time = new Date(value)
  return time.getUTCFullYear() >= FIRST_YEAR && time.getUTCFullYear() <= LAST_YEAR ? time.getTime() : null
}

const FIRST_YEAR = 1990
const LAST_YEAR = 2200
