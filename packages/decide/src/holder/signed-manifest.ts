import { bytesOfBase64url, sha256Of } from '../base64url.ts'
import { BUNDLE_FORM, type BundleManifest, MANIFEST_TYPE, TILE_FAMILIES } from '../bundle.ts'
import { HolderProblem } from './bounded-get.ts'

/** The public Ed25519 key of a service. `x`: its 32 bytes in base64url. `kid`: its RFC 7638 thumbprint. */
export interface ServiceKey {
  kid: string
  x: string
}

/** A manifest that is further in the future is not accepted: a wrong clock made it. */
const MOST_AHEAD_MS = 300_000

/** A manifest whose signature is not checked yet. */
export interface SignedManifest {
  kid: string
  manifest: BundleManifest
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

const utf8 = new TextEncoder()
const DIGEST = /^[\w-]{43}$/

/** What a compact JWS says. Throws `HolderProblem` where it is no manifest of a form that is known here. */
export function readManifest(bytes: Uint8Array): SignedManifest {
  const [head = '', payload = '', sign = '', ...more] = new TextDecoder().decode(bytes).trim().split('.')
  const [header, manifest, signature] = [objectIn(head), objectIn(payload), bytesOfBase64url(sign)]
  if (more.length > 0 || header === undefined || manifest === undefined || signature?.length !== 64)
    throw new HolderProblem('the manifest is damaged')
  const { typ, alg, kid, crit } = header
  if (typ !== MANIFEST_TYPE || alg !== 'EdDSA' || crit !== undefined || typeof kid !== 'string')
    throw new HolderProblem('what was signed is no manifest of a bundle')
  if (manifest.form !== BUNDLE_FORM)
    throw new HolderProblem(
      `the bundle has the form ${String(manifest.form).slice(0, 20)}, which needs a newer version`,
    )
  if (!isManifest(manifest)) throw new HolderProblem('the manifest has members that are not of its form')
  return { kid, manifest, signed: utf8.encode(`${head}.${payload}`), signature }
}

function objectIn(part: string): Record<string, unknown> | undefined {
  const bytes = bytesOfBase64url(part)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isManifest(value: object): value is BundleManifest {
  const { iss, sequence, iat, exp, bits, pageTiles, pages } = value as Record<keyof BundleManifest, unknown>
  const isWhole = (number: unknown, most: number): number is number =>
    Number.isSafeInteger(number) && Number(number) >= 0 && Number(number) <= most
  if (typeof iss !== 'string' || !isWhole(sequence, Number.MAX_SAFE_INTEGER)) return false
  if (!isWhole(iat, 1e11) || !isWhole(exp, 1e11) || !isWhole(bits, 16) || !isWhole(pageTiles, 65_536)) return false
  if (pageTiles < 1 || typeof pages !== 'object' || pages === null) return false
  const count = Math.ceil(2 ** bits / pageTiles)
  return TILE_FAMILIES.every((family) => {
    const listed = (pages as Record<string, unknown>)[family]
    return Array.isArray(listed) && listed.length === count && listed.every(isDigest)
  })
}

export const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value)

/** Throws `HolderProblem` where the signature is not of the key, or cannot be checked here. */
export async function requireSignature({ signed, signature }: SignedManifest, { x }: ServiceKey): Promise<void> {
  if (!(await isSignedBy(x, signature, signed))) throw new HolderProblem('the signature of the manifest is wrong')
}

async function isSignedBy(x: string, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, signed)
  } catch (error) {
    throw new HolderProblem('this platform cannot check Ed25519 signatures', { cause: error })
  }
}

/** Throws `HolderProblem` where a newer manifest was seen: manifests only become newer. */
export function requireNewer(
  { sequence, iat }: BundleManifest,
  newest: Pick<BundleManifest, 'sequence' | 'iat'> | null,
): void {
  if (newest !== null && (sequence < newest.sequence || iat < newest.iat))
    throw new HolderProblem(`the service answered the old manifest ${sequence}; ${newest.sequence} was seen before`)
}

/** Throws `HolderProblem` where nothing can be decided from the manifest at `now`, by the clock of the service. */
export function requireTime({ sequence, iat, exp }: BundleManifest, now: number): void {
  if (exp * 1000 <= now) throw new HolderProblem(`manifest ${sequence} expired, and the service has no newer one`)
  if (iat * 1000 > now + MOST_AHEAD_MS)
    throw new HolderProblem(
      `manifest ${sequence} is of the future: the clock of this computer or of the service is wrong`,
    )
}

/** The key of a key set by its id; undefined: it has none that is its thumbprint. */
export async function keyOfSet(bytes: Uint8Array, kid: string): Promise<ServiceKey | undefined> {
  const set = parsed(bytes) as { keys?: unknown } | undefined
  const keys: unknown[] = Array.isArray(set?.keys) ? set.keys : []
  const x = keys
    .map((key) => key as { kid?: unknown; x?: unknown; crv?: unknown } | null)
    .find((key) => key?.kid === kid && key.crv === 'Ed25519')?.x
  return typeof x === 'string' && (await isKey({ kid, x })) ? { kid, x } : undefined
}

/** Whether `kid` is the thumbprint of 32 bytes. */
export async function isKey({ kid, x }: ServiceKey): Promise<boolean> {
  if (bytesOfBase64url(x)?.length !== 32) return false
  return kid === (await sha256Of(utf8.encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))))
}

/** The JSON of the bytes; undefined where they are none. */
export function parsed(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
