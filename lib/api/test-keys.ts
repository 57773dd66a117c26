import type { SigningKey } from 'assay-verify/attestation'
import type { SigningKeys } from './signing/signing-keys'

/** Signing keys of a test: one that never changes. */
export function onlyKey(key: SigningKey): SigningKeys {
  return { current: (now) => ({ key, confirmedAt: now }), published: async () => [key.publicJwk] }
}
