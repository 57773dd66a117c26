import { z } from 'zod'
import { EXAMPLES } from '../examples'
import { operation } from '../operation'
import { JwkSet, Readiness } from '../shapes/process'

/** The service about itself. */
export const ABOUT_OPERATIONS = {
  jwks: operation({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The keys to verify with',
    description: 'The JSON Web Key Set of everything this service signs.',
    pathParameters: [],
    input: z.strictObject({}),
    output: JwkSet,
    example: EXAMPLES.jwks,
    limitedBy: 'free',
    errors: [],
    cache: { maxAgeSeconds: 300 },
  }),
  openapi: operation({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    description: 'The OpenAPI 3.1.0 document of this interface.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.record(z.string(), z.unknown()).meta({ id: 'OpenApiDocument' }),
    example: EXAMPLES.openapi,
    limitedBy: 'free',
    errors: [],
    cache: { maxAgeSeconds: 300 },
  }),
  llms: operation({
    method: 'GET',
    path: '/llms.txt',
    summary: 'This interface in short, for language models',
    description: 'Markdown as llmstxt.org has it: what this is, which calls to make first, and every operation.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.string(),
    mediaType: 'text/markdown; charset=utf-8',
    example: EXAMPLES.llms,
    limitedBy: 'free',
    errors: [],
    cache: { maxAgeSeconds: 300 },
  }),
  healthz: operation({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether this process lives',
    description:
      'For whatever restarts the service: the process takes requests. It asks neither the database nor anything else.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.object({
      ok: z.literal(true).meta({ description: 'Always true: a process that cannot say so does not answer.' }),
    }),
    example: EXAMPLES.healthz,
    admission: 'none',
    needsApp: false,
    errors: [],
    cache: null,
  }),
  readyz: operation({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether this process can answer',
    description:
      'For whatever sends requests to the service: its database answers and is migrated, its ratings and its search index are loaded where its role has any. Otherwise 503, and `detail` names what is missing. It answers within two seconds in any case.',
    pathParameters: [],
    input: z.strictObject({}),
    output: Readiness,
    example: EXAMPLES.readyz,
    admission: 'none',
    errors: [],
    cache: null,
  }),
} as const
