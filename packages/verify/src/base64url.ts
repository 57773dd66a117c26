const ALPHABET = /^[A-Za-z0-9_-]*$/

/** Bytes in base64url without padding (RFC 7515, section 2). */
export function bytesToBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes; undefined where the text is not the canonical encoding, so no two texts decode to the same bytes. */
export function bytesFromBase64url(text: string): Uint8Array | undefined {
  if (!ALPHABET.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return bytesToBase64url(bytes) === text ? bytes : undefined
}
