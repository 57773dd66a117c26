import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { BREAKAGE_KINDS } from '../breakage-kind.ts'
import { canonicalJson } from '../canonical-json.ts'
import { INTERVAL_STATES } from '../history/interval.ts'
import { GRADES } from '../score/grade.ts'
import { parseStrictJson } from '../text/strict-json.ts'
import { VERDICTS } from '../verdict.ts'
import {
  count,
  digest,
  faultOfMembers,
  hour,
  instant,
  keyBytes,
  type LeafField,
  number,
  object,
  oneOf,
  orNull,
  text,
  treeHash,
  type ValuesOf,
} from './leaf-field.ts'

/** The version of the form of leaves that are written, their member `v`. */
export const LEAF_VERSION = 2

/** The form before: the same members without `queuedAt`. Logs that began with it go on; nothing is written in it. */
const EARLIER_VERSION = 1

/**
 * The longest leaf, in bytes. Entry bundles have room for 65,535; the longest leaf that the fields below allow is about
 * 12,000.
 */
export const MAX_LEAF_BYTES = 16_384

/** Ids have at most 512 characters today; logs outlive limits. */
const id = text(1024)
const shortText = text(512)

/**
 * Every kind of leaf with its members. Each leaf has `v`, `kind` and `queuedAt` besides: when the process that stated
 * it queued it for the log, while `at` is when it happened. Types, the parser and the enum of the database derive from
 * this table. A new kind goes to the end, and nothing is ever taken out: old leaves are parsed for ever.
 */
const LEAF_KINDS = {
  /** The first leaf. `software`: name and version of what writes the log. */
  log_opened: { at: instant, origin: shortText, software: shortText },
  /** A public key (`x`, base64url) and its thumbprint (`kid`, RFC 7638) began or ceased to be used. */
  key: {
    at: instant,
    kid: keyBytes,
    x: keyBytes,
    use: oneOf(['attestation', 'log']),
    event: oneOf(['published', 'retired', 'leaked']),
  },
  /** A formula of scores came into use; the digest is of its description. */
  formula: { at: instant, formula: shortText, digest },
  /** A stretch of one state began at `at` at a target (its number) of a server; `previous` is the one that ended. */
  interval: {
    at: instant,
    id,
    target: count,
    state: oneOf(INTERVAL_STATES),
    previous: orNull(object({ state: oneOf(INTERVAL_STATES), from: instant, to: instant })),
  },
  /** A stored verdict on a server or a tool turned; `from` is null for the first one. */
  verdict: { at: instant, id, from: orNull(oneOf(VERDICTS)), to: oneOf(VERDICTS) },
  /** What a server declares changed; the digest is of the document of its digests (`ServerDigests`). */
  declarations: { at: instant, id, version: orNull(shortText), vantage: orNull(shortText), digest },
  /** Facts of a score that was attested; `inputs` is the digest of the inputs from which it can be computed again. */
  score: {
    at: instant,
    id,
    verdict: oneOf(VERDICTS),
    score: number(100),
    grade: oneOf(GRADES),
    formula: shortText,
    asOf: orNull(instant),
    inputs: digest,
  },
  /** A breakage was opened or closed; `key` distinguishes those of one kind at one subject. */
  breakage: { at: instant, id, breakage: oneOf(BREAKAGE_KINDS), key: shortText, event: oneOf(['opened', 'closed']) },
  /** New observations of the hour that begins at `hour`: how many, and the tree hash over their canonical lines. */
  observations: { at: instant, hour, count, root: treeHash },
  /**
   * An operator of the service cleared the unsafe texts of a server, or took that back; the digest is of the sorted
   * digests of those texts, and the reason is the operator's; null: none was given.
   */
  unsafe_texts: { at: instant, id, event: oneOf(['cleared', 'restored']), digest, reason: orNull(shortText) },
  /**
   * The recording was ended by the settings, or went on; `since` is the `at` of the leaf that ended it. What began
   * meanwhile follows with the same `queuedAt` as the leaf `resumed`, and verdicts that are stated again have `from`
   * null.
   */
  recording: { at: instant, event: oneOf(['ended', 'resumed']), since: orNull(instant) },
  /**
   * After an hour: the digest of a document with a line for each server (`ScoreInputLines`), the latencies, use and
   * number of probes that its score is computed from; `count` lines. `part`: from 0 on, for large catalogs.
   */
  score_inputs: { at: instant, hour, part: count, count, digest },
} as const satisfies Readonly<Record<string, Readonly<Record<string, LeafField<unknown>>>>>

export type LeafKind = keyof typeof LEAF_KINDS

export const LEAF_KIND_NAMES = Object.keys(LEAF_KINDS) as [LeafKind, ...LeafKind[]]

/**
 * What a leaf has besides the members of its kind. Of leaves of the earlier form it is not known when they were queued.
 */
type Form = { v: typeof LEAF_VERSION; queuedAt: string } | { v: typeof EARLIER_VERSION; queuedAt?: never }

/** A leaf of one kind. */
export type LeafOf<Kind extends LeafKind> = Form & { kind: Kind } & ValuesOf<(typeof LEAF_KINDS)[Kind]>

/** A leaf of the log: what happened, small and without personal data. */
export type Leaf = { [Kind in LeafKind]: LeafOf<Kind> }[LeafKind]

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
  return faultOfMembers(value, { ...form, kind: oneOf([known]), ...LEAF_KINDS[known] })
}

function versionOf(version: number): LeafField<number> {
  return { accepts: (value): value is number => value === version }
}

const refused = (fault: string): ParsedLeaf => ({ ok: false, fault })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
