import { base64urlOf } from './base64url.ts'
import type { ServerKey } from './bundle.ts'

// How a setup names a server. The service derives the keys of its bundle from the same functions.

/** `id`: the id in the service, or the name in an MCP registry. */
export const SERVER_NAME_KINDS = ['url', 'npm', 'pypi', 'oci', 'id'] as const
export type ServerNameKind = (typeof SERVER_NAME_KINDS)[number]

/**
 * A name in its canonical form: of `url` host and path (`endpointNameOf`), of `pypi` the project (`pypiProjectName`),
 * of `oci` the image (`imageNameOf`), of the others as it is.
 */
export interface ServerName {
  kind: ServerNameKind
  name: string
}

/** What is hashed to the key of a server. */
export function keyText({ kind, name }: ServerName): string {
  return `assay ${kind} ${name}`
}

/** The key by the SHA-256 of the UTF-8 bytes of `keyText`. */
export function keyOfDigest(sha256: Uint8Array): ServerKey {
  return base64urlOf(sha256.subarray(0, 16))
}

/** The key of a name, by WebCrypto. */
export async function serverKey(name: ServerName): Promise<ServerKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(keyText(name)))
  return keyOfDigest(new Uint8Array(digest))
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The tile that a key lies in: its first `bits` bits (0-16). */
export function tileNumberOf(key: ServerKey, bits: number): number {
  let first = 0
  for (let at = 0; at < 3; at += 1) first = first * 64 + Math.max(DIGITS.indexOf(key.charAt(at) || 'A'), 0)
  return first >> (18 - bits)
}

const DIGEST = /^sha256:((?:[0-9a-f]{2}){16})[0-9a-f]{32}$/

/**
 * How the bundle shortens a digest of what a server declares: the first 16 bytes of `sha256:<64 hexadecimal digits>` in
 * base64url. Undefined where the text is no such digest.
 */
export function pinDigest(digest: string): string | undefined {
  const hex = DIGEST.exec(digest)?.[1]
  if (hex === undefined) return undefined
  return base64urlOf(Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)))
}

/** Where a client fills in a value of its own: `{tenant}`, also escaped. */
const FILLED_IN = /[{}]|%7b|%7d/i

/**
 * The canonical name of an endpoint: host and path of its address, without scheme, credentials, query, fragment and a
 * slash at the end. The path ends before the first segment that a client fills in. Undefined for anything but an http
 * or https address with a host that is fixed.
 */
export function endpointNameOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || text.length > 2048) return undefined
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
  if (FILLED_IN.test(authority) || !URL.canParse(text)) return undefined
  const { host, pathname } = new URL(text)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const at = segments.findIndex((segment) => FILLED_IN.test(segment))
  return [host, ...(at < 0 ? segments : segments.slice(0, at))].join('/')
}

const IMAGE = /^([a-z0-9][\w.-]*(?::\d{1,5}(?=\/))?(?:\/[\w.-]+)*)(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/i

/**
 * The canonical name of an image of a container registry, without tag and digest, lower case; Docker Hub's host is left
 * out, as `docker run` does. Undefined where the text names no image.
 */
export function imageNameOf(text: string): string | undefined {
  const name = IMAGE.exec(text)?.[1]?.toLowerCase()
  return name?.replace(/^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io)\/(?:library\/)?/, '')
}

/** The name of a project of PyPI as PEP 503 writes it. */
export function pypiProjectName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}
