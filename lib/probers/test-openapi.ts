import type { RequestListener } from 'node:http'
import { serve } from './test-servers'

/** A description of an API with one operation of each kind, in the form of OpenAPI 3.1. */
export const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'findPet', summary: 'Finds a pet', description: 'By its number.' },
      delete: {},
    },
    '/pets': {
      get: {
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
      put: {
        operationId: 'replace pets!',
        requestBody: { $ref: '#/components/requestBodies/Pet' },
      },
    },
  },
  components: {
    parameters: {
      Limit: { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', maximum: 100 } },
    },
    requestBodies: {
      Pet: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', nullable: true, example: 'Rex' },
          parent: { $ref: '#/components/schemas/Pet' },
          xml: { type: 'string' },
        },
      },
    },
  },
}

/** A description with one path, `/health`, whose GET has these members. */
export function healthCheck(members: object = {}, others: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'x', version: '1' }, paths: { '/health': { get: members } }, ...others }
}

/**
 * Serves a description at `/openapi.json`, and everything else by `api`. Resolves to its address and what was asked.
 */
export async function serveDescription(
  description: object | string,
  api: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  headers: Record<string, string> = {},
): Promise<{ url: string; origin: string; requests: string[] }> {
  const requests: string[] = []
  const body = typeof description === 'string' ? description : JSON.stringify(description)
  const origin = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.url !== '/openapi.json') api(request, response)
    else if (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) {
      response.writeHead(304, headers).end()
    } else response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  })
  return { url: `${origin}/openapi.json`, origin, requests }
}
