import { BUNDLE_FORM, MANIFEST_TYPE } from 'assay-decide/bundle'
import { z } from 'zod'
import { operation } from '../../contract/operation'
import examples from './bundle-examples.json' with { type: 'json' }

/** A new manifest is made once a minute. */
const MANIFEST_CACHE = { maxAgeSeconds: 10, staleWhileRevalidateSeconds: 20 }
const FOR_EVER = { maxAgeSeconds: 31_536_000 }

/** What a caller decides from without asking about each call. */
export const BUNDLE_OPERATIONS = {
  bundleManifest: operation({
    method: 'GET',
    path: '/v1/bundle/manifest',
    summary: 'The newest manifest of the decision bundle',
    description: `States, digests of tools and alternatives of all servers in tiles, of which a caller fetches those of its own servers, to decide before each tool call without a network. A compact JWS (EdDSA, typ ${MANIFEST_TYPE}; keys in /.well-known/jwks.json) of canonical JSON of form ${BUNDLE_FORM}: \`sequence\`, \`iat\`, \`exp\` (from then on nothing may be decided from it), \`bits\`, \`pageTiles\`, \`pages\` and \`formulas\`. A new one is made once a minute. docs/api.md says how a tile is found; the package assay-decide does it.`,
    pathParameters: [],
    input: z.strictObject({}),
    output: z.string(),
    mediaType: 'application/jose',
    example: examples.manifest,
    limitedBy: 'free',
    errors: [],
    cache: MANIFEST_CACHE,
  }),
  bundleTile: operation({
    method: 'GET',
    path: '/v1/bundle/tiles/{digest}',
    summary: 'A tile of the decision bundle',
    description:
      'Gzip of JSON: a page of digests that a manifest names, or a tile that a page names. It never changes, and is kept for an hour after the last manifest that names it. The body is the gzip file itself, without Content-Encoding: SHA-256 of its bytes is the digest.',
    pathParameters: ['digest'],
    input: z.strictObject({
      digest: z
        .string()
        .regex(/^[\w-]{43}$/, 'a digest of 43 characters, as manifests and pages have them')
        .meta({
          example: 'fR3B1RWyPKuxzS43rIaMhRTJsl6OmUKFHVjVPTHnFSE',
          description: 'SHA-256 of the bytes, base64url without padding.',
        }),
    }),
    output: z.string(),
    mediaType: 'application/gzip',
    example: examples.tile,
    limitedBy: 'logFiles',
    errors: ['unknown_tile'],
    cache: FOR_EVER,
  }),
} as const
