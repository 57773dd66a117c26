import type { BundleManifest } from 'assay-decide/bundle'

/** The payload of a manifest that this service signed. */
export function payloadOf(jws: string): BundleManifest {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8')) as BundleManifest
}
