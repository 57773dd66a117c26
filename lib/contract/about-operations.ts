import { z } from 'zod'
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
    errors: [],
    cache: { maxAgeSeconds: 300 },
  }),
} as const
