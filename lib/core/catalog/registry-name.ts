import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { idFault } from 'assay-verify/subject-id'

/** The form of a server's name in the official MCP registry's `server.json`: one slash, 3-200 characters. */
export const REGISTRY_NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/
export const SHORTEST_REGISTRY_NAME = 3
export const LONGEST_REGISTRY_NAME = 200

/** The registry whose ids hold names of the official form. */
const OFFICIAL = 'official/'
/**
 * The namespace of names that this service makes. It is no domain turned round, so that the official registry verifies
 * nobody for it.
 */
const OWN = 'assay'
const OWN_NAMESPACE = /^assay(\.|\/)/i
const REGISTRY_LABEL = /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*$/
const WHOLE_ID = `${OWN}/id.`
const DIGEST = `${OWN}/sha256.`
const PLAIN = /[a-zA-Z0-9.-]/

/**
 * The name under which the registry lists a server: 3-200 characters of the official form, and never the same for two
 * ids.
 *
 * - `official/<name>` whose name has that form is listed by the name, as in the official registry.
 * - Any other `<registry>/<rest>` is `assay.<registry>/<rest>`, in which a slash is `__`, letters, digits, dots and
 *   hyphens stay, and every other byte of the UTF-8 text is `_` with two hexadecimal digits. An id without a registry
 *   of that form is `assay/id.` and the whole id written so.
 * - An id whose name would be longer than 200 characters is `assay/sha256.` and the SHA-256 of the id, in hexadecimal.
 */
export function registryNameOf(id: string): string {
  const official = id.startsWith(OFFICIAL) ? id.slice(OFFICIAL.length) : ''
  if (isRegistryName(official) && !OWN_NAMESPACE.test(official)) return official
  const end = id.indexOf('/')
  const registry = end === -1 ? '' : id.slice(0, end)
  const hasLabel = REGISTRY_LABEL.test(registry) && end < id.length - 1
  const name = hasLabel ? `${OWN}.${registry}/${escaped(id.slice(end + 1))}` : WHOLE_ID + escaped(id)
  return name.length <= LONGEST_REGISTRY_NAME ? name : DIGEST + bytesToHex(sha256(utf8ToBytes(id)))
}

/** Whether a text has the form of a name in the official registry. */
export function isRegistryName(text: string): boolean {
  return text.length >= SHORTEST_REGISTRY_NAME && text.length <= LONGEST_REGISTRY_NAME && REGISTRY_NAME.test(text)
}

/**
 * The id that `registryNameOf` makes this name of; undefined: it makes it of none, or it is a digest, which only a list
 * of ids can resolve.
 */
export function idOfRegistryName(name: string): string | undefined {
  const id = unescapedId(name)
  return id !== undefined && idFault(id) === undefined && registryNameOf(id) === name ? id : undefined
}

function unescapedId(name: string): string | undefined {
  if (!OWN_NAMESPACE.test(name)) return OFFICIAL + name
  if (name.startsWith(WHOLE_ID)) return unescaped(name.slice(WHOLE_ID.length))
  const end = name.indexOf('/')
  const rest = unescaped(name.slice(end + 1))
  return rest === undefined ? undefined : `${name.slice(OWN.length + 1, end)}/${rest}`
}

function escaped(text: string): string {
  const parts = Array.from(text, (character) => {
    if (PLAIN.test(character)) return character
    return character === '/' ? '__' : Array.from(utf8ToBytes(character), (byte) => `_${hexOf(byte)}`).join('')
  })
  return parts.join('')
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0')

/** undefined: it is not written so, or no text of UTF-8. */
function unescaped(text: string): string | undefined {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '_') bytes.push(text.charCodeAt(at))
    else if (text[at + 1] === '_') {
      bytes.push(SLASH)
      at += 1
    } else {
      const digits = text.slice(at + 1, at + 3)
      if (!/^[0-9a-f]{2}$/.test(digits)) return undefined
      bytes.push(Number.parseInt(digits, 16))
      at += 2
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    // It throws for bytes that are no UTF-8 and for nothing else.
    return undefined
  }
}

const SLASH = '/'.charCodeAt(0)
