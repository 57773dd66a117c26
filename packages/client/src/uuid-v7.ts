/** A UUIDv7 (RFC 9562, 5.7) of this time, in milliseconds since 1970, with random bits. */
export function uuidV7(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = Math.trunc(now).toString(16).padStart(12, '0')
  const random = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Four bits of version, two of variant (8, 9, a or b).
  const variant = (8 + ((bytes[0] ?? 0) % 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}
