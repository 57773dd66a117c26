import { verifyAttestation as checked } from 'assay-verify/attestation'
import { type AttestationCheck, type PublicJwk, publicKeysOf } from 'assay-verify/attestation-check'
import { addressOf, type Fetch, fetchOf } from './options.ts'
import { requestInit, textOf } from './platform.ts'
import { ticks, within } from './timing.ts'

export type { AttestationCheck, AttestationClaims, AttestationFault, PublicJwk } from 'assay-verify/attestation-check'

/** What /.well-known/jwks.json answers. */
export interface JwkSet {
  keys: readonly PublicJwk[]
}

export interface VerifierOptions {
  /** Default: the platform's own. */
  fetch?: Fetch | undefined
  /** How long to wait for the key set, in milliseconds. Default 5,000. */
  timeoutMs?: number | undefined
}

/** `keys_unavailable`: no key set could be fetched, so the token was not checked. */
export type VerifierCheck = AttestationCheck | { ok: false; why: 'keys_unavailable' }

export interface Verifier {
  /** As `verifyAttestation`, with the verifier's keys. */
  verify(jws: string, now?: Date): Promise<VerifierCheck>
}

/** A key set older than this is fetched again. */
const KEYS_FRESH_MS = 300_000
/** Where fetching fails, a key set is used up to this age. */
const KEYS_USABLE_MS = 86_400_000
/** A token with an unknown key makes the verifier fetch the set again, at most this often. */
const REFETCH_MS = 30_000
const TIMEOUT_MS = 5_000

/**
 * Whether an attestation (a compact JWS) is the service's, unaltered and not expired at `now`. It does not check which
 * tool it is about: compare `claims.sub`. Never rejects.
 */
export async function verifyAttestation(jws: string, jwks: JwkSet, now: Date = new Date()): Promise<AttestationCheck> {
  return checked(jws, jwks, now)
}

/**
 * A verifier with a key set, or with the address of one, which it fetches and caches. Throws a TypeError for anything
 * else.
 */
export function createVerifier(keys: JwkSet | string | URL, options: VerifierOptions = {}): Verifier {
  if (typeof keys === 'string' || keys instanceof URL) return fetchingVerifier(addressOf('jwksUrl', keys), options)
  const jwks = jwksOf(keys)
  if (jwks === undefined) throw new TypeError('createVerifier needs a key set { keys: [...] } or its address')
  return { verify: (jws, now) => verifyAttestation(jws, jwks, now) }
}

function fetchingVerifier(url: string, options: VerifierOptions): Verifier {
  const keySet = new FetchedKeys(url, fetchOf(options.fetch), timeoutOf(options.timeoutMs))
  return {
    async verify(jws, now = new Date()) {
      const jwks = await keySet.get(KEYS_FRESH_MS)
      if (jwks === undefined) return { ok: false, why: 'keys_unavailable' }
      const check = await verifyAttestation(jws, jwks, now)
      if (check.ok || check.why !== 'unknown_key') return check
      const newer = await keySet.get(REFETCH_MS)
      return newer === undefined || newer === jwks ? check : verifyAttestation(jws, newer, now)
    },
  }
}

class FetchedKeys {
  readonly #url: string
  readonly #fetch: Fetch
  readonly #timeoutMs: number
  #latest: { jwks: JwkSet; at: number } | undefined
  #fetchedAt = Number.NEGATIVE_INFINITY
  #fetching: Promise<void> | undefined

  constructor(url: string, fetch: Fetch, timeoutMs: number) {
    this.#url = url
    this.#fetch = fetch
    this.#timeoutMs = timeoutMs
  }

  /**
   * The set, fetched again where it is older than `notOlderMs`; undefined where there is none, or it is over a day old.
   * Never rejects.
   */
  async get(notOlderMs: number): Promise<JwkSet | undefined> {
    const isFresh = this.#latest !== undefined && ticks() - this.#latest.at < notOlderMs
    const wasJustFetched = this.#latest !== undefined && ticks() - this.#fetchedAt < REFETCH_MS
    if (!isFresh && !wasJustFetched) {
      this.#fetching ??= this.#fetchKeys().finally(() => {
        this.#fetching = undefined
      })
      await this.#fetching
    }
    const latest = this.#latest
    return latest !== undefined && ticks() - latest.at < KEYS_USABLE_MS ? latest.jwks : undefined
  }

  async #fetchKeys(): Promise<void> {
    this.#fetchedAt = ticks()
    try {
      const jwks = await within(this.#timeoutMs, async (signal) => {
        const response = await this.#fetch(this.#url, { ...requestInit(), signal })
        const text = await textOf(response)
        return response.status === 200 ? jwksOf(JSON.parse(text)) : undefined
      })
      if (jwks !== undefined) this.#latest = { jwks, at: ticks() }
    } catch {
      // The latest set stays in use.
    }
  }
}

/** The keys of a set; undefined where the value is not a key set. */
function jwksOf(value: unknown): JwkSet | undefined {
  const keys = publicKeysOf(value)
  return keys === undefined ? undefined : { keys }
}

function timeoutOf(given: unknown): number {
  if (given === undefined) return TIMEOUT_MS
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= 60_000) return given
  throw new TypeError('timeoutMs must be a whole number from 1 to 60000')
}
