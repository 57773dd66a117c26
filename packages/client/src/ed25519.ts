import { bytesFromBase64url } from './base64url.ts'

/** This platform cannot verify Ed25519 signatures. The token may be valid. */
class Ed25519Unavailable extends Error {
  override readonly name = 'Ed25519Unavailable'
}

const ALGORITHM = { name: 'Ed25519' }
/** The key of RFC 8037, A.2. Any platform with Ed25519 imports it. */
const SOUND_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'

/**
 * Whether a signature (RFC 8032, Ed25519) was made with the key. As strict as the service's own verifier: refuses
 * points that are not canonical, and keys of small order, under which one signature fits many texts. Rejects with
 * `Ed25519Unavailable` where the platform lacks Ed25519.
 */
export async function isSignedBy(
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await importedKey(publicKey)
  if (key === undefined || signature.length !== 64) return false
  if (!isCanonical(publicKey) || !isCanonical(signature.subarray(0, 32)) || isOfSmallOrder(publicKey)) return false
  return crypto.subtle.verify(ALGORITHM, key, signature, signed)
}

/** undefined: not a key of this curve. */
async function importedKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  // Browsers have it on secure origins only.
  if (globalThis.crypto?.subtle === undefined) {
    throw new Ed25519Unavailable('WebCrypto is not available here: it needs Node 20 or a page served over https')
  }
  try {
    return await importKey(bytes)
  } catch (cause) {
    const sound = bytesFromBase64url(SOUND_KEY)
    const isAble = sound !== undefined && (await importKey(sound).catch(() => undefined)) !== undefined
    if (isAble) return undefined
    throw new Ed25519Unavailable('this platform’s WebCrypto has no Ed25519', { cause })
  }
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['verify'])
}

/** Whether a point has its canonical encoding: y below 2^255 - 19, and no sign where x is 0. */
function isCanonical(point: Uint8Array): boolean {
  const y = yOf(point)
  const isXZero = y === 1n || y === FIELD - 1n
  return y < FIELD && !(isXZero && isNegative(point))
}

const FIELD = 2n ** 255n - 19n
/** y of the points whose order divides 8: 1 (order 1), -1 (order 2), 0 (order 4), and the two of order 8. */
const SMALL_ORDER_Y = [
  1n,
  FIELD - 1n,
  0n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]

function isOfSmallOrder(point: Uint8Array): boolean {
  return SMALL_ORDER_Y.includes(yOf(point))
}

function isNegative(point: Uint8Array): boolean {
  return (point[31] ?? 0) > 0x7f
}

/** The point's y: little-endian, without the sign of x in the last bit. */
function yOf(point: Uint8Array): bigint {
  return point.reduceRight((sum, byte, index) => (sum << 8n) | BigInt(index === 31 ? byte & 0x7f : byte), 0n)
}
