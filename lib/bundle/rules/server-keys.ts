import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ServerKey } from 'assay-decide/bundle'
import { keyText, type ServerName } from 'assay-decide/names'
import { bytesToBase64url } from 'assay-verify/base64url'

const KEY_BYTES = 16

/** The key of a server by one of its names. */
export function serverKeyOf(name: ServerName): ServerKey {
  return bytesToBase64url(sha256(utf8ToBytes(keyText(name))).subarray(0, KEY_BYTES))
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BITS_A_DIGIT = 6
/** Digits that hold more bits than a tile number has. */
const DIGITS_READ = 3

/** The number of the tile of a key: its first `bits` bits, 0-16. */
export function tileNumber(key: ServerKey, bits: number): number {
  let value = 0
  for (let at = 0; at < DIGITS_READ; at += 1) value = value * 64 + DIGITS.indexOf(key[at] ?? 'A')
  return value >> (DIGITS_READ * BITS_A_DIGIT - bits)
}

const DIGEST = /^sha256:((?:[0-9a-f]{2}){16})[0-9a-f]{32}$/

/** How pins shorten a digest. */
export function pinDigest(digest: string): string | undefined {
  const hex = DIGEST.exec(digest)?.[1]
  if (hex === undefined) return undefined
  return bytesToBase64url(
    Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)),
  )
}

/** The keys of a server, each once, in their order. */
export function keysOfServer({ id, registryName, names }: NamedServer): ServerKey[] {
  const own = [{ kind: 'id', name: id } as const, { kind: 'id', name: registryName } as const]
  const all = [
    ...own.filter(({ name }) => name !== ''),
    ...names.map(({ kind, name }) => ({ kind: kind === 'endpoint' ? ('url' as const) : kind, name })),
  ]
  return [...new Set(all.map(serverKeyOf))].sort()
}

/** What a server is called. */
interface NamedServer {
  id: string
  registryName: string
  names: readonly { kind: 'npm' | 'pypi' | 'oci' | 'endpoint'; name: string }[]
}
