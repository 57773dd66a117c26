import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from 'assay-verify/canonical-json'
import { z } from 'zod'

/** Grows when an older program can no longer read what a newer one writes. */
export const EXPORT_VERSION = 1

const Count = z.int().min(0)
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)

const Version = z.object({ format: z.literal('assay-export'), version: z.int().min(1) })

const Content = z.strictObject({
  /** The newest migration of the database. */
  migration: z.string().regex(/^\d{4}_\w{1,100}$/),
  tables: z.array(
    z.strictObject({
      name: Name,
      rows: Count,
      /** Of the lines, before they are compressed. */
      bytes: Count,
      /** SHA-256 of the lines, hex. */
      sha256: Digest,
    }),
  ),
  sequences: z.array(z.strictObject({ name: Name, value: z.string().regex(/^\d{1,19}$/), isUsed: z.boolean() })),
  /** null: the database has no log, or its files were not asked for. */
  log: z.strictObject({ origin: z.string().min(1).max(512), size: Count, root: Digest }).nullable(),
})

/** What is equal of two exports of databases with the same content. */
export type ExportedContent = z.output<typeof Content>

const Manifest = z.strictObject({
  ...Version.shape,
  /** Name and version of the program that made it. */
  software: z.string().min(1).max(100),
  exportedAt: z.iso.datetime(),
  /** Days that begin a partition, by table. */
  partitions: z.record(Name, z.array(z.int().min(0).max(100_000))),
  /** Facts that wait for their place in the log. */
  waitingFacts: Count,
  /** Says which `LOG_QUEUE_KEY` signed them, not what it is; null: none. */
  queueKey: z.string().max(100).nullable(),
  /** `digestOfContent`. */
  digest: z.string(),
  content: Content,
})

/** `manifest.json` of an export: what it has, and how to find that nothing of it was altered. */
export type ExportManifest = z.output<typeof Manifest>

/** SHA-256 over the content in canonical JSON, `sha256:` and hex. */
export function digestOfContent(content: ExportedContent): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(content))))}`
}

/** The manifest of this text, or why it cannot be read, a sentence. */
export function parseManifest(text: string): { manifest: ExportManifest } | { fault: string } {
  const json = parsed(text)
  const version = Version.safeParse(json)
  if (!version.success) return { fault: 'It is no manifest of an export.' }
  if (version.data.version > EXPORT_VERSION)
    return {
      fault: `It is of version ${version.data.version}, and this program reads up to ${EXPORT_VERSION}: use a newer one.`,
    }
  const manifest = Manifest.safeParse(json)
  if (!manifest.success)
    return { fault: `It is not as this program writes it (${manifest.error.issues[0]?.path.join('.')}).` }
  const { content, digest } = manifest.data
  return digestOfContent(content) === digest ? { manifest: manifest.data } : { fault: 'It was altered.' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
