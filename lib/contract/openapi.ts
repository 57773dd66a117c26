import { type ErrorCode, Problem } from './errors'
import { describeRequest, PARAMETERS, SECURITY_SCHEMES } from './openapi/request'
import { describeResponses, HEADERS, problemExamples } from './openapi/responses'
import { collectSchemas, type Json, type SchemaCollector } from './openapi/schemas'
import { errorsOf, type OperationContract } from './operation'
import { OPERATION_GROUPS, OPERATIONS } from './operations'
import { UNTRUSTED_TEXTS } from './untrusted-texts'

/** The OpenAPI 3.1.0 document of the contract table, served from `baseUrl`. */
export function openApiDocument(baseUrl: string): Json {
  const schemas = collectSchemas()
  schemas.describe(Problem, 'output')
  const paths: Record<string, Json> = {}
  const codes = new Set<ErrorCode>()
  for (const [name, contract] of Object.entries(OPERATIONS) as [string, OperationContract][]) {
    const described = describeOperation(name, contract, schemas)
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: described }
    for (const code of errorsOf(contract)) codes.add(code)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'A tool reliability oracle that can be checked.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: OPERATION_GROUPS.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      schemas: byName(schemas.components),
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: problemExamples(codes),
      securitySchemes: SECURITY_SCHEMES,
    },
    externalDocs: { description: 'How to begin, keys and limits, how to verify.', url: `${baseUrl}/docs` },
  }
}

const DESCRIPTION = `Does an AI agent’s tool work now, how is it called, what can be used instead.

Reads are free and need no key; a key from \`POST /v1/keys\` raises limits. Every rating is signed, and every score can be recomputed from its own answer.

- Errors are RFC 9457 problem details; programs should branch on \`code\`.
- Every GET also answers HEAD, and every path OPTIONS. Any web page may call (CORS).
- Answers that may be cached carry a strong ETag; send it as If-None-Match to get 304.
- Ids of tools contain slashes: send them raw or as %2F.
- \`compact=1\` makes answers of search, route, alternatives, health, score and breakages short, for agents.
- The same is offered as MCP tools at \`/mcp\`.

${UNTRUSTED_TEXTS}`

function byName(components: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function describeOperation(name: string, contract: OperationContract, schemas: SchemaCollector): Json {
  return {
    operationId: name,
    tags: OPERATION_GROUPS.filter(({ operations }) => Object.hasOwn(operations, name)).map(({ tag }) => tag),
    summary: contract.summary,
    description: contract.description,
    ...describeRequest(contract, schemas),
    responses: describeResponses(contract, schemas),
  }
}
