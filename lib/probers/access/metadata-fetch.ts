import { safeFetch } from '../../safe-fetch'
import { AddressRefused } from '../../safe-fetch/errors'
import { withinMs } from '../mcp/mcp-transport'
import type { ProbeSettings } from '../prober'

/** Real metadata is under 10 kB. */
const MOST_BYTES = 64 * 1024
/** A slow document leaves time for the others. */
const ONE_REQUEST_MS = 3_000

/** Why there is no document: none is there, its address may not be dialled, or it could not be read this time. */
export type NoDocument = 'absent' | 'refused' | 'unavailable'

/**
 * Fetches JSON documents whose addresses strangers chose: at most `requests` of them, 64 KiB each, three redirects,
 * three seconds.
 */
export class MetadataFetch {
  readonly #settings: Pick<ProbeSettings, 'userAgent' | 'dial'>
  readonly #signal: AbortSignal
  readonly #outcomes = new Map<string, Promise<object | NoDocument>>()
  #left: number

  constructor(settings: Pick<ProbeSettings, 'userAgent' | 'dial'>, requests: number, signal: AbortSignal) {
    this.#settings = settings
    this.#left = requests
    this.#signal = signal
  }

  /**
   * The object at the address, each address once; `absent` also for what is no JSON object. Rejects only with the
   * signal's reason.
   */
  json(url: string): Promise<object | NoDocument> {
    const known = this.#outcomes.get(url)
    if (known !== undefined) return known
    if (this.#left === 0) return Promise.resolve('unavailable')
    this.#left -= 1
    const outcome = this.#fetch(url)
    this.#outcomes.set(url, outcome)
    return outcome
  }

  async #fetch(url: string): Promise<object | NoDocument> {
    const { userAgent, dial: rules } = this.#settings
    try {
      const { status, body } = await withinMs(ONE_REQUEST_MS, this.#signal, (signal) =>
        safeFetch(url, {
          headers: { 'user-agent': userAgent, accept: 'application/json' },
          maxBytes: MOST_BYTES,
          signal,
          rules,
          planFor: (head) => (head.status === 200 ? 'collect' : 'discard'),
        }),
      )
      if (status === 429 || status >= 500) return 'unavailable'
      return status === 200 ? objectIn(body.toString('utf8')) : 'absent'
    } catch (error) {
      this.#signal.throwIfAborted()
      return error instanceof AddressRefused ? 'refused' : 'unavailable'
    }
  }
}

function objectIn(text: string): object | 'absent' {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'absent'
  } catch {
    return 'absent'
  }
}
