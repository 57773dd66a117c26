import { type NoteSigner, noteSigner, type VerifierKey, verifierKey } from 'assay-tlog/note/verifier-key'
import { publicJwkOf, signingKeyFromSeed } from 'assay-verify/attestation'
import { bytesFromBase64url } from 'assay-verify/base64url'
import type { Database } from '../../store/database'
import { findTlogState } from '../sql/state'
import { listTlogKeys } from '../sql/tlog-keys'

/** Who signs checkpoints of the log, and the keys that did. */
export interface TlogSigners {
  origin: string
  signer: NoteSigner
  /** Of all keys that ever signed, the present one last. */
  keys: VerifierKey[]
}

/** undefined: there is no log, or its key is one of the settings that this process was not given. */
export async function findSigner(db: Database, configuredSeed: string | null): Promise<TlogSigners | undefined> {
  const state = await findTlogState(db)
  const stored = await listTlogKeys(db)
  const active = stored.find(({ retiredAt }) => retiredAt === null)
  if (state === undefined || active === undefined) return undefined
  const seed = active.seed ?? (isOf(configuredSeed, active.kid) ? configuredSeed : null)
  const seedBytes = seed === null ? undefined : bytesFromBase64url(seed)
  if (seedBytes === undefined) return undefined
  const { origin } = state
  const others = stored.filter(({ kid }) => kid !== active.kid)
  const signer = noteSigner(origin, 'ed25519', seedBytes)
  return { origin, signer, keys: [...others.map(({ publicKey }) => keyOf(origin, publicKey)), signer.key] }
}

function isOf(seed: string | null, kid: string): boolean {
  return seed !== null && signingKeyFromSeed(Buffer.from(seed, 'base64url')).kid === kid
}

/** A stored public key as verifiers of checkpoints take it. */
/** The verifier key of a stored one. */
export function keyOf(origin: string, publicKey: string): VerifierKey {
  const bytes = bytesFromBase64url(publicKey)
  if (bytes === undefined) throw new Error(`the key ${publicJwkOf(publicKey).kid} of the log is not readable`)
  return verifierKey(origin, 'ed25519', bytes)
}
