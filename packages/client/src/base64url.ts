const ALPHABET = /^[A-Za-z0-9_-]*$/

/**
 * The bytes of base64url without padding (RFC 7515, section 2); undefined where the text is not the canonical encoding
 * of its bytes.
 */
export function bytesFromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!ALPHABET.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (again !== text) return undefined
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
