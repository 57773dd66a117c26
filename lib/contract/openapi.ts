import { z } from 'zod'
import { ERRORS, type ErrorCode, Problem } from './errors'
import { errorsOf, type OperationContract } from './operation'
import { OPERATIONS } from './operations'
import * as shapes from './shapes'

type Json = Record<string, unknown>

/** The OpenAPI 3.1.0 document of the contract table, served from `baseUrl`. */
export function openApiDocument(baseUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, contract] of Object.entries(OPERATIONS) as [string, OperationContract][]) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: describeOperation(name, contract),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'A tool reliability oracle that can be checked.',
      description:
        'Does an AI agent’s tool work now, how to call it, what to use instead. Reads are free and need no key. Every rating is signed; every score can be recomputed.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [{ name: 'reliability', description: 'Verdicts, scores, alternatives and listings.' }],
    paths,
    components: { schemas: componentSchemas() },
  }
}

/** Every schema that carries an id, once. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  const outputs = Object.values(OPERATIONS).map((contract) => contract.output as z.ZodType)
  for (const schema of [...Object.values(shapes), Problem, ...outputs]) {
    const id = schema.meta()?.id
    if (id !== undefined && !registry.has(schema)) registry.add(schema, { id })
  }
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, io: 'output' })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]))
}

function withoutDialect({ $schema: _dialect, $id: _id, id: _ownId, ...schema }: Json): Json {
  return schema
}

function describeOperation(name: string, contract: OperationContract): Json {
  return {
    operationId: name,
    tags: ['reliability'],
    summary: contract.summary,
    description: contract.description,
    parameters: parametersOf(contract),
    responses: {
      '200': {
        description: 'The answer.',
        headers: headersOf(contract),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${contract.output.meta()?.id}` } } },
      },
      ...(contract.cache === null
        ? {}
        : { '304': { description: 'What the caller has, by If-None-Match, is still so.' } }),
      ...errorResponses(contract),
    },
  }
}

function headersOf({ cache }: OperationContract): Json {
  if (cache === null) return {}
  return {
    ETag: { description: 'Changes with the body; send it back as If-None-Match.', schema: { type: 'string' } },
    'Cache-Control': { description: 'How long the answer may be kept.', schema: { type: 'string' } },
  }
}

function parametersOf(contract: OperationContract): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(contract.input, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, example, $ref, ...schema }]) => {
    const inPath = contract.pathParameters.includes(name)
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      // A shape with an id is described once, among the components.
      schema: typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', '#/components/schemas/') } : schema,
    }
  })
}

/** One response a status, naming the codes it may carry. */
function errorResponses(contract: OperationContract): Json {
  const codes: ErrorCode[] = errorsOf(contract)
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes
          .filter((code) => ERRORS[code].status === status)
          .map((code) => `\`${code}\`: ${ERRORS[code].title}.`)
          .join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}
