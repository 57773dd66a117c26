/** Bytes in base64 with padding (RFC 4648, section 4). */
export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The bytes; undefined where the text is not the canonical encoding, so no two texts decode to the same bytes. */
export function bytesFromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return bytesToBase64(bytes) === text ? bytes : undefined
}
