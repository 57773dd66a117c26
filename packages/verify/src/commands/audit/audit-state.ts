import { bytesFromBase64, bytesToBase64 } from 'assay-tlog/base64'
import { HASH_BYTES } from 'assay-tlog/merkle'
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { parseStrictJson } from '../../text/strict-json.ts'
import { findText, writeWhole } from '../lock/lock-files.ts'
import { CannotAudit } from './arguments.ts'

/** What an audit remembers of a log. */
export interface AuditState {
  keys: VerifierKey[]
  size: number
  root: Uint8Array
  /** The checkpoint as it was signed: what proves a fork to others. */
  note: string
}

/** The remembered state; null: there is no such file. */
export async function findAuditState(path: string): Promise<AuditState | null> {
  const text = await findText(path)
  if (text === null) return null
  const parsed = parseStrictJson(text)
  const given = (parsed.ok ? parsed.value : null) as Partial<Record<string, unknown>> | null
  const { version, keys, size, root, note } = given ?? {}
  const read = Array.isArray(keys) ? keys.map((key) => parseVerifierKey(String(key))) : []
  const hash = typeof root === 'string' ? bytesFromBase64(root) : undefined
  const isWhole = version === 1 && read.length > 0 && hash?.length === HASH_BYTES && typeof note === 'string'
  if (!isWhole || hash === undefined || !Number.isSafeInteger(size) || read.includes(undefined))
    throw new CannotAudit(`${path} is not the state of an audit. Restore it: without it a fork is not seen.`)
  return { keys: read.filter((key) => key !== undefined), size: Number(size), root: hash, note }
}

export function writeAuditState(path: string, { keys, size, root, note }: AuditState): Promise<void> {
  const state = { version: 1, keys: keys.map(formatVerifierKey), size, root: bytesToBase64(root), note }
  return writeWhole(path, `${JSON.stringify(state, null, 2)}\n`)
}
