import type { RequestListener } from 'node:http'
import data from './test-openapi.json' with { type: 'json' }
import { serve } from './test-servers'

/** A description of an API with one operation of each kind, in the form of OpenAPI 3.1. */
export const PETS = data.pets

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
