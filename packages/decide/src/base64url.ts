const ALPHABET = /^[\w-]*$/

/** Bytes in base64url without padding. */
export function base64urlOf(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes; undefined where the text is not their canonical encoding. */
export function bytesOfBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!ALPHABET.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return base64urlOf(bytes) === text ? bytes : undefined
}

/** SHA-256 in base64url. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
