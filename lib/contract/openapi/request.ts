import type { OperationContract } from '../operation'
import type { Json, SchemaCollector } from './schemas'

/** Parameters, body and security of an operation, as far as it has them. */
export function describeRequest(contract: OperationContract, schemas: SchemaCollector): Json {
  const { body } = contract
  return {
    parameters: [...parametersOf(contract, schemas), ...headersOf(contract)],
    ...(body === undefined ? {} : { requestBody: describeBody(body, schemas) }),
    security: securityOf(contract),
  }
}

function securityOf({ key, admission }: OperationContract): Json[] {
  if (admission === 'none') return []
  return key === 'required' ? KEYED : [{}, ...KEYED]
}

const KEYED = [{ bearer: [] }, { apiKey: [] }]

export const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'assay_ and 38 letters and digits',
    description: 'A key from `POST /v1/keys`. Reads need none; a key raises limits.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in a header of its own. Where both headers are sent they must carry the same key.',
  },
}

export const PARAMETERS: Readonly<Record<string, Json>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the answer you have: 304 where it has not changed.',
    schema: { type: 'string' },
    example: '"Zq8mB5tYd1ekx0f3"',
  },
}

function parametersOf(contract: OperationContract, schemas: SchemaCollector): Json[] {
  const { properties = {}, required = [] } = schemas.describe(contract.input, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => {
    const inPath = contract.pathParameters.includes(name)
    // The description of a shape with an id is in the components.
    const shape = schemas.components[String(schema.$ref).replace('#/components/schemas/', '')] ?? {}
    const [example] = (examples ?? shape.examples ?? []) as unknown[]
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      description: [description ?? shape.description, inPath && name === 'toolId' ? SLASHES : undefined]
        .filter((words) => words !== undefined)
        .join(' '),
      ...(example === undefined ? {} : { example }),
      schema,
    }
  })
}

/** In words, because OpenAPI 3.1 cannot express it: `allowReserved` is for queries. */
const SLASHES = 'It takes the rest of the path, slashes included; a client may also escape each slash as %2F.'

function headersOf({ requestHeaders = {}, cache }: OperationContract): Json[] {
  const own = Object.entries(requestHeaders).map(([name, { description, example }]) => ({
    name: name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    in: 'header',
    required: false,
    description,
    example,
    schema: { type: 'string' },
  }))
  return [...own, ...(cache === null ? [] : [{ $ref: '#/components/parameters/IfNoneMatch' }])]
}

function describeBody(body: NonNullable<OperationContract['body']>, schemas: SchemaCollector): Json {
  const { schema, maxBytes, isOptional = false, example } = body
  return {
    required: !isOptional,
    description: `UTF-8, at most ${maxBytes} bytes, without members that are not described.${isOptional ? ' It may be left out or be empty.' : ''}`,
    content: {
      'application/json': {
        schema: schemas.describe(schema, 'input'),
        ...(example === undefined ? {} : { example }),
      },
    },
  }
}
