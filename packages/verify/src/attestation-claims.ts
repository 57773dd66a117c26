import { bytesFromBase64url } from './base64url.ts'
import { isJsonObject } from './value-form.ts'

/** The parts of a compact JWS, decoded and not verified: for display, and for verifiers. */
export interface DecodedToken {
  header: Readonly<Record<string, unknown>>
  claims: Readonly<Record<string, unknown>>
  /** What is signed: header and payload as they were sent. */
  signed: string
  signature: Uint8Array
}

/** undefined: it is not a compact JWS of two JSON objects, each part in its canonical encoding. */
export function decodeToken(token: string): DecodedToken | undefined {
  const [head = '', payload = '', sign = '', ...more] = token.split('.')
  const [header, claims, signature] = [objectIn(head), objectIn(payload), bytesFromBase64url(sign)]
  if (more.length > 0 || header === undefined || claims === undefined || signature === undefined) return undefined
  return { header, claims, signed: `${head}.${payload}`, signature }
}

/** When a token says that it was signed; not verified. null: it does not say. */
export function attestedAt(token: string): Date | null {
  const at = decodeToken(token)?.claims.iat
  return typeof at === 'number' ? new Date(at * 1000) : null
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = bytesFromBase64url(part)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
