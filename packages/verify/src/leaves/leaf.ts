import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../canonical-json.ts'
import { parseStrictJson } from '../text/strict-json.ts'
import { faultOfMembers, instant, type LeafField, oneOf, type ValuesOf } from './leaf-field.ts'
import { LEAF_KINDS } from './leaf-kinds.ts'
import { VANTAGE_PREFIX } from './vantage-id.ts'

/** The version of the form of leaves that are written, their member `v`. */
export const LEAF_VERSION = 2

/** The form before: the same members without `queuedAt`. Logs that began with it go on; nothing is written in it. */
const EARLIER_VERSION = 1

/**
 * The longest leaf, in bytes. Entry bundles have room for 65,535; the longest leaf that the fields below allow is about
 * 12,000.
 */
export const MAX_LEAF_BYTES = 16_384

export type LeafKind = keyof typeof LEAF_KINDS

export const LEAF_KIND_NAMES = Object.keys(LEAF_KINDS) as [LeafKind, ...LeafKind[]]

/**
 * What a leaf has besides the members of its kind. Of leaves of the earlier form it is not known when they were queued.
 */
type Form = { v: typeof LEAF_VERSION; queuedAt: string } | { v: typeof EARLIER_VERSION; queuedAt?: never }

/** A leaf of one kind. */
export type LeafOf<Kind extends LeafKind> = Form & { kind: Kind } & ValuesOf<(typeof LEAF_KINDS)[Kind]['members']>

/** A leaf of the log: what happened, small and without personal data. */
export type Leaf = { [Kind in LeafKind]: LeafOf<Kind> }[LeafKind]

type LeafKindRows = typeof LEAF_KINDS
/** Kinds whose leaves name a document by its digest. */
type DocumentKind = { [Kind in LeafKind]: LeafKindRows[Kind]['document'] extends null ? never : Kind }[LeafKind]
/** A leaf that names a document. */
export type DocumentLeaf = Extract<Leaf, { kind: DocumentKind }>
/** Kinds that the audit takes facts from. */
export type AuditedKind = { [Kind in LeafKind]: LeafKindRows[Kind]['isAudited'] extends true ? Kind : never }[LeafKind]

/** Whether a leaf names a document, which the service keeps for a time. */
export function namesDocument(leaf: Leaf): leaf is DocumentLeaf {
  return LEAF_KINDS[leaf.kind].document !== null
}

/** What a leaf is about: a server, a tool, a place that is probed from, an hour; null: the service. */
export function subjectOf(leaf: Leaf): string | null {
  return memberOf(leaf, LEAF_KINDS[leaf.kind].subject)
}

/** The server or tool that a leaf is about; null: it is about none. */
export function subjectIdOf(leaf: Leaf): string | null {
  return 'id' in leaf && !leaf.id.startsWith(VANTAGE_PREFIX) ? leaf.id : null
}

/** The digest in a leaf; null: it has none. */
export function digestIn(leaf: DocumentLeaf): string
export function digestIn(leaf: Leaf): string | null
export function digestIn(leaf: Leaf): string | null {
  return memberOf(leaf, LEAF_KINDS[leaf.kind].digest)
}

/** What a leaf says, a sentence for people, without its time and without what it is about. */
export function leafWords(leaf: Leaf): string {
  const { words }: { words(leaf: never): string } = LEAF_KINDS[leaf.kind]
  return words(leaf as never)
}

function memberOf(leaf: Leaf, name: string | null): string | null {
  const value = name === null ? null : Object.entries(leaf).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : null
}

/** `fault`: what is wrong, the end of a sentence; it contains no text of the leaf. */
export type ParsedLeaf = { ok: true; leaf: Leaf } | { ok: false; fault: string }

/**
 * A leaf as it is logged: its canonical JSON (RFC 8785) in UTF-8. Throws a TypeError for anything that `parseLeaf`
 * would refuse.
 */
export function leafBytes(leaf: Leaf): Uint8Array {
  const bytes = utf8ToBytes(canonicalJson(leaf))
  const parsed = parseLeaf(bytes)
  if (!parsed.ok) throw new TypeError(`this is no leaf of the log: ${parsed.fault}`)
  return bytes
}

/** The leaf that these bytes are. Refuses everything that is not exactly what `leafBytes` writes; never throws. */
export function parseLeaf(bytes: Uint8Array): ParsedLeaf {
  if (bytes.length > MAX_LEAF_BYTES) return refused(`it is longer than ${MAX_LEAF_BYTES} bytes`)
  const json = textOf(bytes)
  if (json === undefined) return refused('it is not UTF-8')
  const parsed = parseStrictJson(json)
  if (!parsed.ok) return refused('it is not JSON')
  const fault = faultOfLeaf(parsed.value)
  if (fault !== undefined) return refused(fault)
  return canonicalJson(parsed.value) === json
    ? { ok: true, leaf: parsed.value as Leaf }
    : refused('it is not canonical JSON')
}

/** The name of a document in leaves: `sha256:` and the SHA-256 of its canonical JSON in lower-case hex. */
export function digestOf(document: unknown): string {
  return digestOfJson(canonicalJson(document))
}

/** The same, of a document that is canonical JSON already. */
export function digestOfJson(json: string): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(json)))}`
}

function faultOfLeaf(value: unknown): string | undefined {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
  const known = LEAF_KIND_NAMES.find((name) => name === kind)
  if (known === undefined) return 'its kind is not known'
  const isEarlier = typeof value === 'object' && value !== null && 'v' in value && value.v === EARLIER_VERSION
  const form = isEarlier ? { v: versionOf(EARLIER_VERSION) } : { v: versionOf(LEAF_VERSION), queuedAt: instant }
  return faultOfMembers(value, { ...form, kind: oneOf([known]), ...LEAF_KINDS[known].members })
}

function versionOf(version: number): LeafField<number> {
  return { accepts: (value): value is number => value === version, form: String(version) }
}

const refused = (fault: string): ParsedLeaf => ({ ok: false, fault })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
