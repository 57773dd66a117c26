import { isObject } from './answers.js'
import { type AttestationCheck, checkAttestation, type JwkSet, type PublicJwk } from './attestation.js'
import { addressOf, type Fetch, fetchOf } from './options.js'
import { requestInit } from './platform.js'
import { ticks, within } from './timing.js'

export type { AttestationCheck, AttestationClaims, AttestationFault, JwkSet, PublicJwk } from './attestation.js'

export interface VerifierOptions {
  /** Instead of the platform's own. */
  fetch?: Fetch | undefined
  /** How long to wait for the key set; 5,000. */
  timeoutMs?: number | undefined
}

/** `keys_unavailable`: no key set could be fetched, so nothing can be said of the token. */
export type VerifierCheck = AttestationCheck | { ok: false; why: 'keys_unavailable' }

export interface Verifier {
  /** As `verifyAttestation`, with the verifier's keys. */
  verify(jws: string, now?: Date): Promise<VerifierCheck>
}

/** A key set is used for so long before it is fetched anew, and as long again where that fails. */
const KEYS_FRESH_MS = 300_000
const KEYS_USABLE_MS = 86_400_000
/** A token with a key we do not know has the set fetched anew, though not more often than this. */
const KEYS_ASKED_MS = 30_000
const TIMEOUT_MS = 5_000

/**
 * Whether an attestation (a compact JWS) is the service's, unaltered and not expired at `now`. It does not say of which tool: compare `claims.sub`.
 * Rejects with an error named `Ed25519Unavailable` where the platform cannot verify; never because of the token.
 */
export function verifyAttestation(jws: string, jwks: JwkSet, now: Date = new Date()): Promise<AttestationCheck> {
  return checkAttestation(jws, jwks, now)
}

/** A verifier with a key set, or with the address of one, which it fetches and keeps. Throws a TypeError where that is neither. */
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
      const newer = await keySet.get(KEYS_ASKED_MS)
      return newer === undefined || newer === jwks ? check : verifyAttestation(jws, newer, now)
    },
  }
}

class FetchedKeys {
  readonly #url: string
  readonly #fetch: Fetch
  readonly #timeoutMs: number
  #held: { jwks: JwkSet; at: number } | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #underWay: Promise<void> | undefined

  constructor(url: string, fetch: Fetch, timeoutMs: number) {
    this.#url = url
    this.#fetch = fetch
    this.#timeoutMs = timeoutMs
  }

  /** The set, fetched anew where it is older than that; undefined where there is none, or it is a day old. Never rejects. */
  async get(notOlderMs: number): Promise<JwkSet | undefined> {
    const isFresh = this.#held !== undefined && ticks() - this.#held.at < notOlderMs
    const wasAskedNow = this.#held !== undefined && ticks() - this.#askedAt < KEYS_ASKED_MS
    if (!isFresh && !wasAskedNow) {
      this.#underWay ??= this.#fetchKeys().finally(() => {
        this.#underWay = undefined
      })
      await this.#underWay
    }
    const held = this.#held
    return held !== undefined && ticks() - held.at < KEYS_USABLE_MS ? held.jwks : undefined
  }

  async #fetchKeys(): Promise<void> {
    this.#askedAt = ticks()
    try {
      const jwks = await within(this.#timeoutMs, async (signal) => {
        const response = await this.#fetch(this.#url, { ...requestInit(), signal })
        const text = await response.text()
        return response.status === 200 ? jwksOf(JSON.parse(text)) : undefined
      })
      if (jwks !== undefined) this.#held = { jwks, at: ticks() }
    } catch {
      // What is held goes on being used.
    }
  }
}

/** The keys of a set that are of our kind; undefined where it is no key set. */
function jwksOf(value: unknown): JwkSet | undefined {
  if (!isObject(value) || !Array.isArray(value.keys)) return undefined
  return { keys: value.keys.filter(isOurs) }
}

function isOurs(key: unknown): key is PublicJwk {
  return (
    isObject(key) &&
    key.kty === 'OKP' &&
    key.crv === 'Ed25519' &&
    typeof key.x === 'string' &&
    typeof key.kid === 'string'
  )
}

function timeoutOf(given: unknown): number {
  if (given === undefined) return TIMEOUT_MS
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= 60_000) return given
  throw new TypeError('timeoutMs must be a whole number from 1 to 60000')
}
