import { z } from 'zod'
import { EXAMPLES } from './examples'
import { operation } from './operation'
import { JwkSet } from './shapes'

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
} as const
