import { readFileSync } from 'node:fs'
import { bytesToBase64 } from 'assay-tlog/base64'
import { openCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseVerifierKey } from 'assay-tlog/note/verifier-key'
import { type PublicJwk, publicKeysOf } from 'assay-verify/attestation-check'
import type { Service } from 'assay-verify/commands/fetch-service'
import { writeWhole } from '../state/write-whole.ts'
import { isTlogSummary } from './log-forms.ts'

/** What a service is known by. */
export interface Trust {
  /** By which the bundle is verified. */
  keys: PublicJwk[]
  /** Its log as it was when it was last looked at; null: it had none. */
  log: KnownLog | null
}

export interface KnownLog {
  /** Verifier keys of the log, vkeys. */
  keys: string[]
  size: number
  /** Of the tree of `size` leaves, base64. */
  root: string
}

/** The service cannot be trusted. The message is for people. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted'
}

const MAX_BYTES = 1_000_000

/** What is remembered; null: there was no contact yet. */
export function readTrust(path: string): Trust | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    // Not taken for a first contact: whoever can damage the file would choose the key.
    throw new Untrusted(`${path} is damaged: delete it to take the keys of the service anew.`, { cause: error })
  }
}

export function writeTrust(path: string, trust: Trust): void {
  writeWhole(path, JSON.stringify(trust))
}

/**
 * What the service says of itself at first contact. `given`: the thumbprint (kid) or `x` of the key that it must have;
 * null: none was given. Throws `Untrusted`, and what `Service` throws.
 */
export async function firstContact(service: Service, given: string | null): Promise<Trust> {
  const served = publicKeysOf(await service.getJson('/.well-known/jwks.json', { maxBytes: MAX_BYTES })) ?? []
  const keys = given === null ? served : served.filter(({ kid, x }) => kid === given || x === given)
  if (keys.length === 0)
    throw new Untrusted(
      given === null ? `${service.root} names no key.` : `${service.root} does not have the key that was given.`,
    )
  return { keys, log: await knownLog(service) }
}

async function knownLog(service: Service): Promise<KnownLog | null> {
  const summary = await service.findJson('/v1/log', { maxBytes: MAX_BYTES })
  if (!isTlogSummary(summary) || summary.checkpoint === null) return null
  const keys = summary.keys.flatMap(({ vkey, retiredAt }) => (retiredAt === null ? (parseVerifierKey(vkey) ?? []) : []))
  const opened = openCheckpoint(summary.checkpoint, { origin: summary.origin, keys })
  if (!opened.ok) return null
  const { size, root } = opened.checkpoint
  return {
    keys: summary.keys.flatMap(({ vkey, retiredAt }) => (retiredAt === null ? [vkey] : [])),
    size,
    root: bytesToBase64(root),
  }
}
