import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

const SERVER_SCHEMA = new URL('./server.schema.json', import.meta.url)

/**
 * `ServerResponse` and `ServerList` of the official OpenAPI document (2025-12-01 and its additions of 2026), around the
 * published schema of a server.
 */
const answersAround = (server: string) => ({
  $id: 'https://bench.example/answers',
  definitions: {
    ServerResponse: {
      type: 'object',
      required: ['server'],
      properties: {
        server: { $ref: server },
        _meta: {
          type: 'object',
          properties: {
            'io.modelcontextprotocol.registry/official': {
              type: 'object',
              properties: {
                status: { type: 'string', enum: ['active', 'deprecated', 'deleted'] },
                statusMessage: { type: 'string', maxLength: 500 },
                statusChangedAt: { type: 'string', format: 'date-time' },
                publishedAt: { type: 'string', format: 'date-time' },
                updatedAt: { type: 'string', format: 'date-time' },
                isLatest: { type: 'boolean' },
              },
              additionalProperties: false,
            },
          },
          additionalProperties: true,
        },
      },
    },
    ServerList: {
      type: 'object',
      required: ['servers'],
      properties: {
        servers: { type: 'array', items: { $ref: '#/definitions/ServerResponse' } },
        metadata: { type: 'object', properties: { nextCursor: { type: 'string' }, count: { type: 'integer' } } },
      },
    },
  },
})

/** Validators of answers of a registry, by the schema that the official registry publishes. */
export function officialValidators(): Record<'list' | 'response', ValidateFunction> {
  const schema = JSON.parse(readFileSync(SERVER_SCHEMA, 'utf8')) as { $id: string }
  // The schema has OpenAPI's `example`, which is no keyword.
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(schema)
  ajv.addSchema(answersAround(schema.$id))
  const named = (name: string) => {
    const found = ajv.getSchema(`https://bench.example/answers#/definitions/${name}`)
    if (found === undefined) throw new Error(`no schema ${name}`)
    return found
  }
  return { list: named('ServerList'), response: named('ServerResponse') }
}
