import { readFileSync } from 'node:fs'
import { bytesToBase64 } from 'assay-tlog/base64'
import { openCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseVerifierKey } from 'assay-tlog/note/verifier-key'
import type { Service } from 'assay-verify/commands/fetch-service'
import { writeWhole } from '../state/write-whole.ts'
import { isTlogSummary } from './log-forms.ts'

/** The log of a service as it was when it was last looked at. */
export interface KnownLog {
  /** Its verifier keys, vkeys. */
  keys: string[]
  size: number
  /** Of the tree of `size` leaves, base64. */
  root: string
}

const MAX_BYTES = 1_000_000

/** The log of the first contact; null: there was none then; undefined: there was no contact yet. */
export function readKnownLog(path: string): KnownLog | null | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).log
  } catch (error) {
    // Damaged is as none: whoever can damage it must not choose the log by which a key is accepted.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : null
  }
}

export function writeKnownLog(path: string, log: KnownLog | null): void {
  writeWhole(path, JSON.stringify({ log }))
}

/**
 * The log that the service says it has; null: none that is signed by the keys it names. Throws what `Service` throws.
 */
export async function servedLog(service: Service): Promise<KnownLog | null> {
  const summary = await service.findJson('/v1/log', { maxBytes: MAX_BYTES })
  if (!isTlogSummary(summary) || summary.checkpoint === null) return null
  const used = summary.keys.filter(({ retiredAt }) => retiredAt === null).map(({ vkey }) => vkey)
  const keys = used.flatMap((vkey) => parseVerifierKey(vkey) ?? [])
  const opened = openCheckpoint(summary.checkpoint, { origin: summary.origin, keys })
  if (!opened.ok) return null
  const { size, root } = opened.checkpoint
  return { keys: used, size, root: bytesToBase64(root) }
}
