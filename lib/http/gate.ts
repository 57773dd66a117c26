import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../contract/errors'
import type { OperationContract } from '../contract/operation'
import { atMostEntries } from '../core/bytes/cache-options'
import { isWellFormedApiKey } from '../core/caller/api-key'
import { limitOf } from '../core/caller/credits'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { KeyRecord } from '../store/keys/keys'
import type { Limits, WindowState } from './limits/limits'
import { type LimitPolicy, overLimit, WINDOW_SECONDS, writeLimitHeaders } from './limits/over-limit'
import { targetOf } from './request-target'

/** Who makes a call, as far as is known: a key, an address, or neither. */
export interface Caller {
  key: KeyRecord | null
  /** As limits tell addresses apart; null: not known. Never stored, never logged. */
  address: string | null
  /** Points a minute it may take, and those left; null where there are no limits. */
  perMinute: number | null
  remaining: number | null
}

export const NOBODY: Caller = { key: null, address: null, perMinute: null, remaining: null }

export interface Gate {
  /**
   * Identifies the caller and takes the call's points; throws `ApiError` where a limit or a key refuses. Writes the
   * limit's headers into `headers` in any case.
   */
  admit(
    request: Request,
    contract: OperationContract,
    address: string | null,
    now: Date,
    headers: ResponseHeaders,
  ): Promise<Caller>
  /**
   * Takes the points that depend on the body; `also`: and one of what an address may have in an hour (keys created,
   * first checks asked for), after the call was validated.
   */
  charge(caller: Caller, points: number, headers: ResponseHeaders, now: Date, also?: HourlyPolicy): Promise<void>
  /** Stops accepting a revoked key in this process at once. */
  forgetKey(keyId: string): void
  /** Takes one page from an address's window of pages; null: no limits, or the address is not known. */
  admitPage(address: string | null): WindowState | null
}
/** What an address may have only so many of in an hour. */
type HourlyPolicy = 'creation' | 'checks'
/** Headers of the answer to come, by their names in lower case. */
type ResponseHeaders = Record<string, string>

export interface GateSettings {
  /** null: no limits at all. */
  limits: Limits | null
  keylessPerMinute: number
  keyedPerMinute: number
  keysAnHour: number
  checksAnHour: number
  /** Requests for what costs no points, for files of the log, and pages. */
  freePerMinute: number
  logFilesPerMinute: number
  pagesPerMinute: number
  findKey(hash: string, now: Date): Promise<KeyRecord | undefined>
  /** A number that changes with every revocation in any process: at once, or a promise where it had to be read. */
  keyRevision(): number | Promise<number>
}

/** How long a process remembers a key and its credits, or that there is none, where no key is revoked meanwhile. */
const KEY_REMEMBERED_MS = 10_000
/** How long it still accepts a key that it knows while the database cannot be asked. */
const KEY_ACCEPTED_IN_OUTAGE_MS = 15 * 60_000
/** Some 200 bytes each. */
const MOST_REMEMBERED = 20_000
interface RememberedKey {
  at: number
  /** The revision before it was read: a key that is revoked while it is read is not remembered. */
  revision: number
  /** undefined: there is none. */
  key: KeyRecord | undefined
}
/** All callers whose address is not known share one window. */
const UNKNOWN_ADDRESS = 'unknown'

/** The one place that identifies callers and applies their limits. */
export function openGate(settings: GateSettings): Gate {
  const known = new LRUCache<string, RememberedKey>(atMostEntries(MOST_REMEMBERED))
  const keyOf = async (text: string, caller: Caller, now: Date, headers: ResponseHeaders) => {
    const digest = hash('sha256', text, 'base64url')
    const entry = known.get(digest)
    if (entry === undefined && !isWellFormedApiKey(text)) return undefined
    const asked = settings.keyRevision()
    // Awaited only where it has to be: this is on the way of every call with a key.
    const revision = typeof asked === 'number' ? asked : await asked
    const isCurrent = entry?.revision === revision && Math.abs(now.getTime() - entry.at) < KEY_REMEMBERED_MS
    if (isCurrent) return entry.key
    const guesses = takeGuess(caller, 0, settings)
    if (guesses?.isOver) throw refused('guesses', guesses, headers, settings, now)
    const unrevoked = entry?.revision === revision ? entry : undefined
    const key = await settings.findKey(digest, now).catch((cause) => keyInOutage(unrevoked, now, cause))
    if (key === undefined) takeGuess(caller, 1, settings)
    // The very record that was remembered, in an outage, keeps its time.
    if (key === undefined || key !== entry?.key) known.set(digest, { at: now.getTime(), revision, key })
    return key
  }
  /** Takes points and writes the state of the caller's window into the headers; null where there are no limits. */
  const takePoints = (caller: Caller, points: number, headers: ResponseHeaders): WindowState | null => {
    if (settings.limits === null) return null
    const policy = policyOf(caller)
    const allowance = { limit: allowanceOf(caller, settings), windowSeconds: WINDOW_SECONDS[policy] }
    const window = settings.limits.take(bucketOf(caller), points, allowance)
    writeLimitHeaders(headers, policy, window)
    return window
  }
  const take = (caller: Caller, points: number, headers: ResponseHeaders, now: Date): void => {
    const window = takePoints(caller, points, headers)
    if (window === null) return
    if (window.isOver) throw overLimit(policyOf(caller), window, settings.keyedPerMinute, now)
    caller.perMinute = window.limit
    caller.remaining = window.remaining
  }
  const admit: Gate['admit'] = async (request, contract, address, now, headers) => {
    const caller: Caller = { key: null, address, perMinute: null, remaining: null }
    const text = keyTextOf(request.headers)
    if (text !== undefined) {
      const key = text === TWO_KEYS ? undefined : await keyOf(text, caller, now, headers)
      if (key === undefined) {
        // Guessing keys takes from the guesser's own window. Over its limit, too, what is wrong is the key.
        takePoints(caller, 1, headers)
        throw refusedKey(text)
      }
      caller.key = key
    }
    if (contract.limitedBy === undefined)
      take(caller, weightOf(caller, contract, request, settings.limits), headers, now)
    else takeFree(caller, contract.limitedBy === 'logFiles' ? 'logFiles' : 'free', settings, headers, now)
    if (contract.limitedBy === 'creation' || contract.limitedBy === 'checks')
      takeHourly(contract.limitedBy, caller, 0, settings, headers, now)
    if (text === undefined && contract.key === 'required') {
      throw new ApiError('key_required', 'Send a key: Authorization: Bearer …, or X-API-Key. POST /v1/keys issues one.')
    }
    return caller
  }
  return {
    admit,
    charge: async (caller, points, headers, now, also) => {
      if (points > 0) take(caller, points, headers, now)
      if (also !== undefined) takeHourly(also, caller, 1, settings, headers, now)
    },
    forgetKey: (keyId) => {
      for (const [digest, { key }] of known) if (key?.keyId === keyId) known.delete(digest)
    },
    admitPage: (address) => {
      const { limits, pagesPerMinute } = settings
      if (limits === null || address === null) return null
      return limits.take(`p ${address}`, 1, { limit: pagesPerMinute, windowSeconds: WINDOW_SECONDS.free })
    },
  }
}

/** A gate for tests and internal calls: admits every call, identifies no caller. */
export const OPEN_GATE: Gate = {
  admit: async (_request, _contract, address) => ({ ...NOBODY, address }),
  charge: async () => undefined,
  forgetKey: () => undefined,
  admitPage: () => null,
}

/**
 * A key that was valid a while ago, where the database cannot be asked; else throws `cause`: a key that is not known
 * must not be taken for a revoked one.
 */
function keyInOutage(entry: RememberedKey | undefined, now: Date, cause: unknown): KeyRecord {
  const isRecent = entry !== undefined && Math.abs(now.getTime() - entry.at) < KEY_ACCEPTED_IN_OUTAGE_MS
  if (!isDatabaseUnavailable(cause) || !isRecent || entry.key === undefined) throw cause
  return entry.key
}

const TWO_KEYS = Symbol('two keys')

/**
 * The key of either header; of both only where they agree. Another scheme of Authorization belongs to some proxy and is
 * ignored.
 */
function keyTextOf(headers: Headers): string | typeof TWO_KEYS | undefined {
  const authorization = headers.get('authorization')
  const bearer = authorization === null ? undefined : /^bearer +(.*)$/i.exec(authorization.trim())?.[1]?.trim()
  const own = headers.get('x-api-key')?.trim()
  if (bearer !== undefined && own !== undefined && bearer !== own) return TWO_KEYS
  return bearer ?? own
}

function refusedKey(text: string | typeof TWO_KEYS): ApiError {
  if (text === TWO_KEYS) {
    return new ApiError('mistyped_key', 'Authorization and X-API-Key carry two different keys. Send one.')
  }
  if (isWellFormedApiKey(text)) {
    return new ApiError(
      'revoked_key',
      'This key was revoked, or never issued here. Reads need no key; POST /v1/keys issues one.',
    )
  }
  return new ApiError(
    'mistyped_key',
    'This key is not whole: it has assay_ and 38 letters and digits, of which the last six check the others.',
  )
}

/** Points of a call; 0 for a repeated one whose contract counts it once. */
function weightOf(caller: Caller, contract: OperationContract, request: Request, limits: Limits | null): number {
  const weight = contract.weight ?? 1
  if (contract.countsOnceSeconds === undefined || limits === null) return weight
  const { path, query } = targetOf(request.url)
  const question = hash('sha1', `${path}?${query}`, 'base64url')
  return limits.isFirst(bucketOf(caller), question, contract.countsOnceSeconds) ? weight : 0
}

function bucketOf({ key, address }: Caller): string {
  return key === null ? `a ${address ?? UNKNOWN_ADDRESS}` : `k ${key.keyId}`
}

function policyOf({ key }: Caller): LimitPolicy {
  if (key === null) return 'keyless'
  return key.ownLimit === null ? 'keyed' : 'own'
}

function allowanceOf({ key }: Caller, { keylessPerMinute, keyedPerMinute }: GateSettings): number {
  return key === null ? keylessPerMinute : (key.ownLimit ?? limitOf(keyedPerMinute, key.recentCredits))
}

/** The refusal of a call over a limit, whose state goes into the headers. */
function refused(
  policy: LimitPolicy,
  window: WindowState,
  headers: ResponseHeaders,
  { keyedPerMinute }: GateSettings,
  now: Date,
): ApiError {
  writeLimitHeaders(headers, policy, window)
  return overLimit(policy, window, keyedPerMinute, now)
}

/**
 * Each key that does not exist costs a query: an address may cause as many of them as it may make calls without a key.
 * This window is its own, so that calls never keep another key of the same address from being found. Where addresses
 * are not known there is none: it would be shared by all callers.
 */
function takeGuess(
  { address }: Caller,
  points: number,
  { limits, keylessPerMinute }: GateSettings,
): WindowState | undefined {
  if (limits === null || address === null) return undefined
  return limits.take(`g ${address}`, points, { limit: keylessPerMinute, windowSeconds: WINDOW_SECONDS.guesses })
}

/** Kinds of the windows of what costs no points. */
const FREE_WINDOWS = { free: 'f', logFiles: 'l' } as const

/** One request for what costs no points. */
function takeFree(
  caller: Caller,
  policy: keyof typeof FREE_WINDOWS,
  settings: GateSettings,
  headers: ResponseHeaders,
  now: Date,
): void {
  const { limits, freePerMinute, logFilesPerMinute } = settings
  if (limits === null) return
  const name = caller.key?.keyId ?? caller.address ?? UNKNOWN_ADDRESS
  const window = limits.take(`${FREE_WINDOWS[policy]} ${name}`, 1, {
    limit: policy === 'free' ? freePerMinute : logFilesPerMinute,
    windowSeconds: WINDOW_SECONDS[policy],
  })
  if (window.isOver) throw refused(policy, window, headers, settings, now)
  writeLimitHeaders(headers, policy, window)
}

/** Kinds of the windows of what an address may have in an hour. */
const HOURLY_WINDOWS = { creation: 'c', checks: 'h' } as const

/** `taken`: 1 for a key to be created, or a check; 0 only writes into the headers how many may be. */
function takeHourly(
  policy: HourlyPolicy,
  caller: Caller,
  taken: 0 | 1,
  settings: GateSettings,
  headers: ResponseHeaders,
  now: Date,
): void {
  const { limits, keysAnHour, checksAnHour } = settings
  if (limits === null) return
  const limit = policy === 'creation' ? keysAnHour : checksAnHour
  const name = `${HOURLY_WINDOWS[policy]} ${caller.address ?? UNKNOWN_ADDRESS}`
  const window = limits.take(name, taken, { limit, windowSeconds: WINDOW_SECONDS[policy] })
  if (window.isOver && taken > 0) throw refused(policy, window, headers, settings, now)
  writeLimitHeaders(headers, policy, window)
}
