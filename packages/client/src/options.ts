import { MOST_EVENTS } from './answer-forms.ts'

/** The part of `fetch` the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** The address of the service: its origin, with or without a path. */
  baseUrl: string | URL
  /** An API key. It raises limits and gives reports their weight. */
  key?: string | undefined
  /** Default: the platform's own. */
  fetch?: Fetch | undefined
  /** How long `check` and `route` wait for the service, in milliseconds. Default 1,500. */
  timeoutMs?: number | undefined
  /** How long no request is sent after one without an answer, in milliseconds. Default 1,000. */
  holdOffMs?: number | undefined
  /** Answers cached in memory. Default 1,000. */
  cacheSize?: number | undefined
  /** How long an event waits for others at most, in milliseconds. Default 10,000. */
  flushIntervalMs?: number | undefined
  /** Number of events that are sent without waiting for more. Default 200. */
  batchSize?: number | undefined
  /** Waiting events at most; beyond them the oldest are dropped. Default 10,000. */
  queueSize?: number | undefined
}

export interface Settings {
  baseUrl: string
  key: string | undefined
  fetch: Fetch
  timeoutMs: number
  holdOffMs: number
  cacheSize: number
  flushIntervalMs: number
  batchSize: number
  queueSize: number
}

/** Default, minimum and maximum of every number. */
const NUMBERS = {
  timeoutMs: [1_500, 1, 60_000],
  holdOffMs: [1_000, 0, 60_000],
  cacheSize: [1_000, 0, 100_000],
  flushIntervalMs: [10_000, 1, 3_600_000],
  batchSize: [200, 1, MOST_EVENTS],
  queueSize: [10_000, 1, 1_000_000],
} as const satisfies Record<string, readonly [number, number, number]>
type NumberName = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[]
const KNOWN: readonly string[] = ['baseUrl', 'key', 'fetch', ...NUMBER_NAMES]

/** The options with their defaults. Throws a TypeError that names a wrong one; the message never has the key. */
export function settingsOf(options: ClientOptions): Settings {
  if (typeof options !== 'object' || options === null) throw new TypeError('createClient needs options: { baseUrl }')
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is not an option; there are ${KNOWN.join(', ')}`)
  const numbers = NUMBER_NAMES.map((name) => [name, numberOf(name, options[name])])
  return {
    baseUrl: addressOf('baseUrl', options.baseUrl),
    key: keyOf(options.key),
    fetch: fetchOf(options.fetch),
    ...(Object.fromEntries(numbers) as Record<NumberName, number>),
  }
}

/**
 * An http(s) address without trailing slashes. Throws a TypeError for anything else, and for one with a user, a query
 * or a fragment.
 */
export function addressOf(name: string, given: unknown): string {
  let url: URL
  try {
    url = new URL(String(given))
  } catch (cause) {
    throw new TypeError(`${name} must be an absolute http(s) address`, { cause })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`${name} must be an http(s) address`)
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw new TypeError(`${name} must hold no user, query or fragment`)
  }
  return url.href.replace(/\/+$/, '')
}

/** The given `fetch`, or the platform's own, looked up at every call. Throws a TypeError where there is neither. */
export function fetchOf(given: unknown): Fetch {
  if (given !== undefined && typeof given !== 'function') throw new TypeError('fetch must be a function')
  if (given !== undefined) return given as Fetch
  if (typeof globalThis.fetch !== 'function') throw new TypeError('this platform has no fetch; give one as an option')
  return (url, init) => globalThis.fetch(url, init)
}

function keyOf(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string' && /^[\x21-\x7e]+$/.test(given)) return given
  throw new TypeError('key must be a text without spaces, as the service issued it')
}

function numberOf(name: NumberName, given: unknown): number {
  const [standard, least, most] = NUMBERS[name]
  if (given === undefined) return standard
  if (typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most) return given
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}`)
}
