import { boundedGet, type Getting, HolderProblem } from './bounded-get.ts'
import { isKey, keyOfSet, parsed, requireSignature, type ServiceKey, type SignedManifest } from './signed-manifest.ts'
import { type BundleStore, readStored, writeJson } from './store.ts'

const FILE = 'trust.json'
const JWKS_PATH = '/.well-known/jwks.json'
const MOST_JWKS_BYTES = 65_536

/**
 * Whether the service changed its key from one to the other: its proof is in the log. A key whose proof cannot be had
 * is not accepted.
 */
export type Rotation = (to: ServiceKey, from: ServiceKey) => Promise<boolean>

/** What is remembered of the service: its key and the name it signs with. `given`: the id of the key that was given. */
interface Trusted extends ServiceKey {
  iss: string
  given: string | null
}

export interface TrustOptions {
  serviceUrl: string
  store: BundleStore
  /** Left out: it is taken from the service at first contact. */
  key?: ServiceKey | undefined
  /** Left out: no other key is ever accepted. */
  rotation?: Rotation | undefined
}

/** Whose signatures are accepted: the key of the first contact, or a given one, until a proven rotation. */
export class Trust {
  readonly #options: TrustOptions
  #trusted: Trusted | undefined

  constructor(options: TrustOptions) {
    this.#options = options
  }

  /** The key that is accepted now; null: none was seen yet. */
  get key(): ServiceKey | null {
    const { kid, x } = this.#trusted ?? this.#options.key ?? {}
    return kid === undefined || x === undefined ? null : { kid, x }
  }

  /**
   * Throws `HolderProblem` where the manifest is not signed by a key that is accepted. `getting` null: nothing is
   * asked.
   */
  async require(signed: SignedManifest, getting: Omit<Getting, 'maxBytes'> | null): Promise<void> {
    await this.#load()
    const trusted = this.#trusted
    const { iss } = signed.manifest
    if (trusted !== undefined && trusted.iss !== iss)
      throw new HolderProblem(`the manifest is of another service: ${iss.slice(0, 100)}`)
    const known = this.key
    const isKnown = known?.kid === signed.kid
    const key = isKnown ? known : await this.#newKey(signed.kid, known, getting)
    await requireSignature(signed, key)
    if (isKnown && trusted?.iss === iss) return
    this.#trusted = { ...key, iss, given: this.#options.key?.kid ?? null }
    await writeJson(this.#options.store, FILE, this.#trusted).catch(() => {
      // The service stays trusted while the process lasts.
    })
  }

  async #newKey(kid: string, known: ServiceKey | null, getting: Omit<Getting, 'maxBytes'> | null): Promise<ServiceKey> {
    const { serviceUrl, rotation } = this.#options
    if (known !== null && rotation === undefined) throw new HolderProblem(otherKey(kid, known))
    if (getting === null) throw new HolderProblem('the key of the service is not known yet')
    const answer = await boundedGet(`${serviceUrl}${JWKS_PATH}`, { ...getting, maxBytes: MOST_JWKS_BYTES })
    const key = await keyOfSet(answer.bytes, kid)
    if (key === undefined) throw new HolderProblem('the service does not publish the key that it signs with')
    if (known !== null && !(await rotation?.(key, known))) throw new HolderProblem(otherKey(kid, known))
    return key
  }

  async #load(): Promise<void> {
    if (this.#trusted !== undefined) return
    const { store, key } = this.#options
    const bytes = await readStored(store, FILE)
    const stored = parsed(bytes) as Partial<Trusted> | undefined
    if (bytes === null || (key !== undefined && stored?.given !== key.kid)) return
    const { kid, x, iss, given } = stored ?? {}
    if (typeof kid !== 'string' || typeof x !== 'string' || typeof iss !== 'string' || !(await isKey({ kid, x })))
      throw new HolderProblem(`${FILE} is damaged: remove it to take the key of the service anew`)
    this.#trusted = { kid, x, iss, given: typeof given === 'string' ? given : null }
  }
}

function otherKey(kid: string, known: ServiceKey): string {
  return `the manifest is signed by the key ${kid.slice(0, 43)}, and no log proves that it follows ${known.kid}`
}
