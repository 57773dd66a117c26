import { setTimeout as pause } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { parseStrictJson } from '../text/strict-json.ts'
import { visibleLine } from '../text/visible-text.ts'
import { failureText, sameHostFetch } from './same-host-fetch.ts'

const MESSAGE_SHOWN = 600

/**
 * A service cannot be asked, or answers something else than expected. The message is for people and safe to print,
 * whatever of the service's it quotes.
 */
export class ServiceUnusable extends Error {
  override readonly name = 'ServiceUnusable'

  constructor(message: string, options?: ErrorOptions) {
    super(visibleLine(message, MESSAGE_SHOWN), options)
  }
}

export interface FetchOptions {
  /** Sent as a bearer token; left out: none. */
  key?: string
  /** For one answer, in ms. */
  timeoutMs?: number
  /** The longest that a refusal for its limits is waited for, in ms. */
  longestWaitMs?: number
  /** For all answers together, in ms, from the first question on; left out: ten minutes. */
  withinMs?: number
}

interface Request {
  maxBytes: number
  body?: unknown
}

/** Refusals for limits that are waited for one after the other, before giving up. */
const MOST_WAITS = 30
const TRIES_AFTER_FAILURE = 2
const PAUSE_MS = 500
const WITHIN_MS = 600_000
/** Of the memory that this process may use for objects: a service that answers without end must not fill it. */
const MOST_HEAP_SHARE = 0.5

/**
 * Asks one service. The address may be in a private network, as whoever runs this typed it. A redirect is followed to
 * the same host only.
 */
export class Service {
  readonly root: string
  readonly #options: FetchOptions
  #until: number | undefined

  /** Throws `ServiceUnusable` for what is no address. */
  constructor(address: string, options: FetchOptions = {}) {
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new ServiceUnusable(`${shown(address)} is not the address of a service (https://…).`)
    const { origin, pathname } = new URL(address)
    this.root = `${origin}${pathname.replace(/\/+$/, '')}`
    this.#options = options
  }

  /** The JSON at a path; null: there is none (404, 410). */
  async findJson(path: string, request: Request): Promise<unknown> {
    const { body } = await this.ask(path, request)
    if (body === null) return null
    const parsed = parseStrictJson(utf8Of(body) ?? '')
    if (parsed.ok) return parsed.value
    throw new ServiceUnusable(`${this.#at(path)} answered something that is not JSON (${parsed.fault}).`)
  }

  /** The JSON at a path. */
  async getJson(path: string, request: Request): Promise<unknown> {
    const json = await this.findJson(path, request)
    if (json === null) throw new ServiceUnusable(`${this.#at(path)} answered 404.`)
    return json
  }

  /**
   * The bytes at a path; null: there are none (404, 410). Waits and asks again where the service refuses for its
   * limits, and after a failure.
   */
  async ask(path: string, request: Request): Promise<{ status: 200 | 404 | 410; body: Uint8Array | null }> {
    let [waits, failures] = [0, 0]
    for (;;) {
      requireRoom(this.root)
      const left = this.#left()
      if (left <= 0) throw new ServiceUnusable(`${this.root} did not answer everything in the time it was given.`)
      try {
        const answer = await this.#ask(path, request, left)
        if (answer.status === 404 || answer.status === 410) return { status: answer.status, body: null }
        if (answer.status === 200) return { status: 200, body: answer.body }
        const waitMs = waitOf(answer.status, answer.headers['retry-after'])
        if (waitMs === null || waitMs > (this.#options.longestWaitMs ?? 120_000) || ++waits > MOST_WAITS)
          throw new ServiceUnusable(`${this.#at(path)} answered with status ${answer.status}.`)
        await pause(Math.min(waitMs, this.#left()))
      } catch (cause) {
        if (cause instanceof ServiceUnusable) throw cause
        if (++failures > TRIES_AFTER_FAILURE)
          throw new ServiceUnusable(`${this.#at(path)}: ${shown(failureText(cause))}`, { cause })
        await pause(PAUSE_MS * failures)
      }
    }
  }

  /** Of the time for all answers, in ms. */
  #left(): number {
    this.#until ??= performance.now() + (this.#options.withinMs ?? WITHIN_MS)
    return this.#until - performance.now()
  }

  #ask(path: string, { maxBytes, body }: Request, leftMs: number) {
    const { key, timeoutMs = 60_000 } = this.#options
    return sameHostFetch(`${this.root}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        accept: '*/*',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      maxBytes,
      signal: AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, leftMs))),
    })
  }

  #at(path: string): string {
    return shown(`${this.root}${path}`)
  }
}

function requireRoom(root: string): void {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  if (used > most * MOST_HEAP_SHARE)
    throw new ServiceUnusable(
      `What ${root} answers does not fit into the memory of this process: more of it is set with NODE_OPTIONS=--max-old-space-size=MB.`,
    )
}

function utf8Of(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** How long a refusal asks to wait, in ms; null: it is none that passes. */
function waitOf(status: number, retryAfter: string | string[] | undefined): number | null {
  if (status !== 429 && status !== 503) return null
  const seconds = Number(retryAfter ?? 1)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 + 50 : 1000
}

function shown(text: string): string {
  return visibleLine(text, 300)
}
