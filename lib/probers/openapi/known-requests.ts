import type { MarkedRequest } from '../../core/access/probing-policy'
import type { Validators } from '../prober'

/** What the description of one address marked, and the validators it came with. */
export interface KnownRequest {
  /** The request that is safe to make; null: the description marks none. */
  request: MarkedRequest | null
  validators: Validators
}

/** Descriptions that are remembered: more than one process reads within some hours. */
const MOST_DESCRIPTIONS = 20_000
const knownByAddress = new Map<string, KnownRequest>()

/** Remembers what a description marked, so that it need not be read again while it is unchanged. */
export function rememberRequest(address: string, request: MarkedRequest | null, validators: Validators | null): void {
  knownByAddress.delete(address)
  if (validators === null) return
  const [oldest] = knownByAddress.keys()
  if (knownByAddress.size >= MOST_DESCRIPTIONS && oldest !== undefined) knownByAddress.delete(oldest)
  knownByAddress.set(address, { request, validators })
}

/**
 * What the description with these validators marked; undefined where this process has not read it: then it has to be
 * read whole.
 */
export function knownRequest(address: string, validators: Validators | null | undefined): KnownRequest | undefined {
  const known = knownByAddress.get(address)
  const isSame =
    known?.validators.etag === validators?.etag && known?.validators.lastModified === validators?.lastModified
  return isSame ? known : undefined
}
