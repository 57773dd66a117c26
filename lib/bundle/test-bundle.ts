import { gunzipSync } from 'node:zlib'
import { type BundleManifest, MANIFEST_TYPE, TILE_FAMILIES, type TileFamily } from 'assay-decide/bundle'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { jwksOf } from 'assay-verify/test-attestations'
import { compactVerify, createLocalJWKSet } from 'jose'
import { openMemo } from '../api/cache/memo'
import type { Context } from '../api/context'
import { onlyKey } from '../api/test-keys'
import { NO_ALTERNATIVES } from './job/held-catalog'
import { type BundleJob, openBundleJob } from './job/write-bundle'
import { bundleManifestEndpoint } from './operations/bundle-manifest'
import { bundleTileEndpoint } from './operations/bundle-tile'

const SIGNER = signingKeyFromSeed(new Uint8Array(32).fill(7))

/** A process of a test with the job of the bundle, whose clock is `clock.now`. */
export function openBundleProcess(context: Context, clock: { now: Date }, given: Partial<BundleJob> = {}) {
  const own: Context = { ...context, signingKeys: onlyKey(SIGNER), baseUrl: 'https://assay.example' }
  const run = openBundleJob({
    ...own,
    ...{ alternatives: NO_ALTERNATIVES, place: null, documentDays: 90, clock: () => clock.now },
    ...{ signal: new AbortController().signal, ...given },
  })
  return { run, at: () => ({ ...own, memo: openMemo(), now: clock.now }) }
}

/** The newest manifest, verified. */
export async function readManifest(context: Context): Promise<BundleManifest> {
  const answer = await bundleManifestEndpoint.handle(new Request('http://assay.test/v1/bundle/manifest'), context)
  const keys = createLocalJWKSet(jwksOf([SIGNER]))
  const { payload, protectedHeader } = await compactVerify(await answer.text(), keys)
  if (protectedHeader.typ !== MANIFEST_TYPE) throw new Error(`the manifest is a ${protectedHeader.typ}`)
  return JSON.parse(new TextDecoder().decode(payload)) as BundleManifest
}

export function askTile(context: Context, digest: string, headers: Record<string, string> = {}): Promise<Response> {
  return bundleTileEndpoint.handle(new Request(`http://assay.test/v1/bundle/tiles/${digest}`, { headers }), context)
}

/** The content of a tile. */
export async function readTile<Content>(context: Context, digest: string): Promise<Content> {
  const answer = await askTile(context, digest, { 'accept-encoding': 'gzip, br' })
  if (answer.status !== 200 || answer.headers.has('content-encoding')) throw new Error(await answer.text())
  return JSON.parse(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()) as Content
}

/** The digests of all tiles by family. */
export async function readDigests(context: Context): Promise<Record<TileFamily, string[]>> {
  const { pages } = await readManifest(context)
  const read = async (family: TileFamily) =>
    (await Promise.all(pages[family].map((digest) => readTile<string[]>(context, digest)))).flat()
  const [facts, pins, states] = await Promise.all(TILE_FAMILIES.map(read))
  return { facts: facts ?? [], pins: pins ?? [], states: states ?? [] }
}
