import type { BundleManifest, BundleView, ServerKey, TileDigest, TileFamily } from '../bundle.ts'
import { bundleViewOf } from '../bundle-view.ts'
import { type Answer, boundedGet, type Fetch, type Getting, HolderProblem, messageOf, within } from './bounded-get.ts'
import { clockAhead } from './clock-ahead.ts'
import { type Held, HeldFiles } from './held-files.ts'
import { readManifest, requireNewer, requireTime, type ServiceKey } from './signed-manifest.ts'
import { type CollectedTiles, collectTiles, fetchedTiles, storedTiles, type TileSource } from './tile-source.ts'
import { Trust, type TrustOptions } from './trust.ts'

export interface HolderOptions extends TrustOptions {
  fetch: Fetch
  /** The caller's clock, in milliseconds since 1970. */
  now: () => number
  /** How long a request and a whole refresh may take, in milliseconds. Default 10,000 and 60,000. */
  limits?: { requestMs: number; refreshMs: number }
}

/** What a caller needs of the bundle. */
export interface Wanted {
  /** Of the servers of its setup: the tiles of these keys are fetched, and the view has these. */
  keys: readonly ServerKey[]
  /** Whether there is a lock file. */
  pins: boolean
  /** What the caller's setup calls a server, by the server's id. */
  configuredNames?: BundleView['configuredNames']
}

export interface HolderReport {
  /** `new`: of a newer manifest. `same`: there is none newer. `kept`: what was held before; none newer could be had. */
  status: 'new' | 'same' | 'kept'
  /** What went wrong, in words; null: nothing did. The view is usable nevertheless. */
  problem: string | null
  /** null: none was ever had. Its times are in the caller's clock. */
  view: BundleView | null
  /** Of the newest manifest that is held; null: there is none. */
  sequence: number | null
  /** The key of the service that is accepted now; null: none was seen yet. */
  key: ServiceKey | null
}

export interface BundleHolder {
  /**
   * Brings the bundle up to date, asking for a manifest at most once a minute, and answers what is held then. Never
   * rejects, and ends within the limits.
   */
  refresh(wanted: Wanted): Promise<HolderReport>
}

const MOST_MANIFEST_BYTES = 2 ** 19
const ASKED_EVERY_MS = 60_000
const LIMITS = { requestMs: 10_000, refreshMs: 60_000 }

/** A holder of the bundle of one service. Of two at one store, the newer manifest stays. */
export function createHolder(options: HolderOptions): BundleHolder {
  const holder = new Holder({ ...options, serviceUrl: options.serviceUrl.replace(/\/+$/, '') })
  let last: Promise<unknown> = Promise.resolve()
  return {
    refresh: (wanted) => {
      const report = last.then(() => holder.refresh(wanted))
      last = report
      return report
    },
  }
}

class Holder {
  readonly #options: HolderOptions
  readonly #limits: { requestMs: number; refreshMs: number }
  readonly #trust: Trust
  readonly #files: HeldFiles
  readonly #stored: TileSource
  #isLoaded = false
  #view: BundleView | null = null

  constructor(options: HolderOptions) {
    this.#options = options
    this.#limits = options.limits ?? LIMITS
    this.#trust = new Trust(options)
    this.#files = new HeldFiles(options.store)
    this.#stored = storedTiles(options.store)
  }

  async refresh(wanted: Wanted): Promise<HolderReport> {
    const { refreshMs, requestMs } = this.#limits
    try {
      return await within(refreshMs, 'the refresh', (signal) => this.#refresh(wanted, signal))
    } catch (error) {
      await within(requestMs, 'the store', () => this.#readStored(wanted)).catch(() => {
        // The view before stays.
      })
      return this.#report('kept', textOf(error))
    }
  }

  async #refresh(wanted: Wanted, signal: AbortSignal): Promise<HolderReport> {
    const getting = { fetch: this.#options.fetch, timeoutMs: this.#limits.requestMs, signal }
    if (!this.#isLoaded) await this.#files.load(this.#trust)
    this.#isLoaded = true
    const before = this.#files.held
    const newest = await this.#newest(getting)
    const fetched = new Map<TileDigest, Uint8Array>()
    const keep = (digest: TileDigest, bytes: Uint8Array) => void fetched.set(digest, bytes)
    const source = fetchedTiles(this.#options.serviceUrl, this.#stored, getting, keep)
    let collected: CollectedTiles
    try {
      collected = await collectTiles(newest.manifest, wanted.keys, familiesOf(wanted), source)
    } catch (error) {
      // So that the next refresh need not fetch them again.
      await this.#files.keepTiles(fetched).catch(() => {})
      throw error
    }
    this.#files.held = newest
    this.#view = this.#viewOf(newest.manifest, collected, wanted)
    return this.#report(
      before?.manifest.sequence === newest.manifest.sequence ? 'same' : 'new',
      await kept(this.#files),
    )

    async function kept(files: HeldFiles): Promise<string | null> {
      try {
        await files.keepTiles(fetched)
        await files.keepManifest(newest, collected.digests)
        return null
      } catch (error) {
        return textOf(error)
      }
    }
  }

  /** The view of what is held and stored. */
  async #readStored(wanted: Wanted): Promise<void> {
    const { held } = this.#files
    if (held === null) return
    const collected = await collectTiles(held.manifest, wanted.keys, familiesOf(wanted), this.#stored)
    this.#view = this.#viewOf(held.manifest, collected, wanted)
  }

  /** The newest manifest: the held one where it was asked for within the minute, or where it is still the newest. */
  async #newest(getting: Omit<Getting, 'maxBytes'>): Promise<Held> {
    const { held, state } = this.#files
    const { serviceUrl, now } = this.#options
    const sinceAsked = state.askedAt === null ? ASKED_EVERY_MS : now() - state.askedAt
    if (sinceAsked >= 0 && sinceAsked < ASKED_EVERY_MS) {
      if (held !== null) return held
      throw new HolderProblem('the service was asked less than a minute ago, and no bundle is held yet')
    }
    // Where the store takes nothing, what is fetched is still good for this process.
    await this.#files.writeState({ askedAt: now() }).catch(() => {})
    const answer = await boundedGet(`${serviceUrl}/v1/bundle/manifest`, {
      ...getting,
      maxBytes: MOST_MANIFEST_BYTES,
      headers: held === null || held.etag === null ? {} : { 'if-none-match': held.etag },
    })
    return this.#accepted(answer, getting)
  }

  async #accepted({ status, bytes, headers }: Answer, getting: Omit<Getting, 'maxBytes'>): Promise<Held> {
    const { held, state } = this.#files
    const now = this.#options.now()
    const clockAheadMs = clockAhead(headers, now) ?? 0
    if (status === 304) {
      if (held === null) throw new HolderProblem('the service answered 304, and no bundle is held')
      await this.#files.writeState({ clockAheadMs }).catch(() => {})
      return held
    }
    const signed = readManifest(bytes)
    await this.#trust.require(signed, getting)
    requireNewer(signed.manifest, state.newest)
    if (signed.manifest.sequence === held?.manifest.sequence && !areEqual(bytes, held.jws))
      throw new HolderProblem(`the service signed two manifests of the number ${signed.manifest.sequence}`)
    requireTime(signed.manifest, now - clockAheadMs)
    const { sequence, iat } = signed.manifest
    this.#files.state = { ...this.#files.state, clockAheadMs, newest: { sequence, iat } }
    return { manifest: signed.manifest, jws: bytes, etag: headers.get('etag') }
  }

  #viewOf(manifest: BundleManifest, { contents }: CollectedTiles, { keys, configuredNames }: Wanted): BundleView {
    const { clockAheadMs } = this.#files.state
    return bundleViewOf(manifest, contents, { keys, clockAheadMs, ...(configuredNames && { configuredNames }) })
  }

  #report(status: HolderReport['status'], problem: string | null): HolderReport {
    const sequence = this.#files.held?.manifest.sequence ?? null
    return { status, problem, view: this.#view, sequence, key: this.#trust.key }
  }
}

const familiesOf = ({ pins }: Wanted): TileFamily[] => (pins ? ['facts', 'states', 'pins'] : ['facts', 'states'])

function textOf(error: unknown): string {
  return error instanceof HolderProblem ? error.message : `the bundle cannot be refreshed: ${messageOf(error)}`
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
