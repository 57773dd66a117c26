import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { verifyAttestation } from 'assay-verify/attestation'
import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode, Problem } from './errors'
import { EXAMPLES } from './examples'
import { openApiDocument } from './openapi'
import { mediaTypeOf } from './openapi/responses'
import { errorsOf, type OperationContract } from './operation'
import { OPERATION_GROUPS, OPERATIONS } from './operations'
import { PROBLEM_EXAMPLES } from './problem-examples'

const document = openApiDocument('https://assay.example')
const contracts: [string, OperationContract][] = Object.entries(OPERATIONS)
interface Content {
  schema: Record<string, unknown>
  example?: unknown
  examples?: Record<string, { $ref: string }>
}
interface Answer {
  description: string
  headers?: Record<string, { $ref?: string }>
  content?: Record<string, Content>
}
interface Described {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  responses: Record<string, Answer>
  parameters: { name: string; in: string; required: boolean; description?: string; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, Content> }
}
const described = (path: string, method: string): Described | undefined =>
  (document.paths as Record<string, Record<string, Described>>)[path]?.[method]
function describedAs(contract: OperationContract): Described {
  const found = described(contract.path, contract.method.toLowerCase())
  if (found === undefined) throw new Error(`${contract.method} ${contract.path} is not described`)
  return found
}
const namesIn = (part: 'schemas' | 'headers' | 'examples' | 'parameters') =>
  Object.keys((document.components as Record<string, Record<string, unknown>>)[part] ?? {})

test('an independent linter finds nothing wrong with the document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    await writeFile(
      join(folder, 'redocly.yaml'),
      'extends: [recommended]\nrules:\n  operation-4xx-response: error\n  security-defined: error\n',
    )
    const redocly = join(process.cwd(), 'node_modules/@redocly/cli/bin/cli.js')
    const environment = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    }
    // It exits with 1 when it finds something; what it found is on stdout all the same.
    const linted = promisify(execFile)(process.execPath, [redocly, 'lint', 'openapi.json', '--format=json'], {
      cwd: folder,
      env: environment,
    })
    const { stdout } = await linted.catch((failed: { stdout: string }) => failed)
    const { totals, problems } = JSON.parse(stdout)
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)

test('it names its interface', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1' },
    servers: [{ url: 'https://assay.example' }],
  })
})

test('nothing is described that is no operation', () => {
  const paths = document.paths as Record<string, Record<string, Described>>
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  expect(found.sort()).toEqual(contracts.map(([name, { method, path }]) => `${name} ${method} ${path}`).sort())
})

test('every operation is in one group, and carries its tag', () => {
  const grouped = OPERATION_GROUPS.flatMap(({ tag, operations }) => Object.keys(operations).map((name) => [name, tag]))
  expect(grouped.map(([name]) => name).sort()).toEqual(Object.keys(OPERATIONS).sort())
  for (const [name, tag] of grouped) {
    expect(describedAs(OPERATIONS[name as keyof typeof OPERATIONS]).tags, name).toEqual([tag])
  }
})

test.each(contracts)(
  '%s lists exactly the statuses of its contract, and for each the codes it may carry',
  (_, contract) => {
    const { responses } = describedAs(contract)
    const codes = errorsOf(contract)
    const wanted = new Set([
      contract.status ?? 200,
      ...(contract.cache === null ? [] : [304]),
      ...codes.map((code) => ERRORS[code].status),
    ])
    expect(Object.keys(responses)).toEqual([...wanted].sort((a, b) => a - b).map(String))
    for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
      const answer = responses[String(status)]
      const documented = Object.keys(answer?.content?.['application/problem+json']?.examples ?? {})
      expect(documented.sort()).toEqual(codes.filter((code) => ERRORS[code].status === status).sort())
      for (const code of documented) expect(answer?.description).toContain(`\`${code}\``)
    }
  },
)

test.each(contracts)('%s is described with its parameters, headers and body', (name, contract) => {
  const { parameters, requestBody, security } = describedAs(contract)
  const at = (place: string) => parameters.filter((parameter) => parameter.in === place)
  expect(at('path').map((parameter) => parameter.name)).toEqual([...contract.pathParameters])
  for (const parameter of at('path')) expect(parameter.required).toBe(true)
  expect(at('header').map((parameter) => parameter.name.toLowerCase())).toEqual(
    Object.keys(contract.requestHeaders ?? {}),
  )
  expect(requestBody === undefined).toBe(contract.body === undefined)
  expect(requestBody?.required).toBe(contract.body && contract.body.isOptional !== true)
  const keyed = [{ bearer: [] }, { apiKey: [] }]
  const ofKeys = contract.key === 'required' ? keyed : [{}, ...keyed]
  expect(security, name).toEqual(contract.admission === 'none' ? [] : ofKeys)
})

test('a required parameter, a slash in an id and a list are described as they are', () => {
  const [q, limit] = describedAs(OPERATIONS.search).parameters
  expect([q, limit]).toMatchObject([
    { name: 'q', in: 'query', required: true, example: 'read a file' },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
  ])
  const [toolId] = describedAs(OPERATIONS.health).parameters
  expect(toolId?.description).toContain('slashes')
  expect(describedAs(OPERATIONS.route).parameters).toContainEqual(
    expect.objectContaining({ name: 'exclude', schema: { type: 'array', items: { type: 'string' } } }),
  )
})

test.each(contracts)('%s documents the headers of its answers', (_, contract) => {
  const { responses } = describedAs(contract)
  const good = Object.keys(responses[String(contract.status ?? 200)]?.headers ?? {})
  const isLimited = contract.admission !== 'none'
  const ofLimits = isLimited ? ['RateLimit', 'RateLimit-Policy'] : []
  expect(good).toEqual(expect.arrayContaining([...ofLimits, ...Object.keys(contract.responseHeaders ?? {})]))
  expect(good.includes('RateLimit')).toBe(isLimited)
  expect(good.includes('ETag')).toBe(contract.cache !== null)
  expect(Object.keys(responses['405']?.headers ?? {})).toEqual(['Allow'])
  // What answers over its limit says so in its good answer.
  const overLimit = contract.answersOverLimit ? good : Object.keys(responses['429']?.headers ?? {})
  expect(overLimit.includes('Retry-After')).toBe(isLimited)
  expect(Object.keys(responses['401']?.headers ?? {})).toEqual(isLimited ? ['WWW-Authenticate'] : [])
})

test.each(contracts)('%s shows a good answer that its own schema takes', (name, contract) => {
  const content = describedAs(contract).responses[String(contract.status ?? 200)]?.content
  if (contract.status === 204) return expect(content).toBeUndefined()
  expect(Object.keys(content ?? {})).toEqual([mediaTypeOf(contract)])
  expect(contract.example, name).toBeDefined()
  expect(contract.output.parse(contract.example)).toEqual(contract.example)
  const shown = content?.[mediaTypeOf(contract)]?.example
  if (contract.compactExample !== undefined) {
    const examples = { whole: { value: contract.example }, compact: { value: contract.compactExample } }
    expect(content?.[mediaTypeOf(contract)]?.examples).toMatchObject(examples)
    return expect(contract.output.parse(contract.compactExample)).toEqual(contract.compactExample)
  }
  const { document: inner } = contract
  if (inner === undefined) return expect(shown).toEqual(contract.example)
  expect(inner.parse(JSON.parse(String(contract.example)))).toEqual(shown)
})

test.each(contracts.filter(([, { body }]) => body !== undefined))('%s shows a good body', (_, contract) => {
  const example = describedAs(contract).requestBody?.content['application/json']?.example
  expect(example).toBeDefined()
  expect(contract.body?.schema.parse(example)).toEqual(example)
})

test('the attestation shown verifies with the keys shown', () => {
  const { attestation, score, grade, verdict, formula, asOf, toolId } = EXAMPLES.score
  const check = verifyAttestation(attestation, EXAMPLES.jwks, new Date('2026-11-22T10:00:01Z'))
  expect(check).toMatchObject({ ok: true, claims: { sub: toolId, score, grade, verdict, formula, asOf } })
})

test('every code has an example that is a problem', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    expect(Problem.parse(PROBLEM_EXAMPLES[code])).toMatchObject({ code, status: ERRORS[code].status })
  }
  const used = new Set(contracts.flatMap(([, contract]) => errorsOf(contract)))
  expect(namesIn('examples').sort()).toEqual([...used].sort())
})

test('every reference leads somewhere, and nothing is described in vain', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
  const there = (['schemas', 'headers', 'examples', 'parameters'] as const).flatMap((part) =>
    namesIn(part).map((name) => `#/components/${part}/${name}`),
  )
  expect(references.length).toBeGreaterThan(100)
  expect([...new Set(references)].sort()).toEqual(there.sort())
})

interface Shape {
  $ref?: string
  description?: string
  properties?: Record<string, Shape>
}
const componentsOf = (part: string) =>
  (document.components as Record<string, Record<string, Shape & Described['parameters'][0]>>)[part]
const referred = (part: string, { $ref }: { $ref?: string }) => componentsOf(part)?.[$ref?.split('/').at(-1) ?? '']

/** The places of all properties below a schema, and whether each is described, itself or by the shape it refers to. */
function propertiesBelow(value: unknown, place: string): { place: string; isDescribed: boolean }[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Object.entries((value as Shape).properties ?? {}).map(([name, property]) => ({
    place: `${place}.${name}`,
    isDescribed: (property.description ?? referred('schemas', property)?.description ?? '').length > 5,
  }))
  const below = Object.entries(value).filter(([name]) => !['example', 'examples', 'default', 'enum'].includes(name))
  return [...own, ...below.flatMap(([name, part]) => propertiesBelow(part, `${place}.${name}`))]
}

test('every property is described', () => {
  const properties = [...propertiesBelow(document.components, ''), ...propertiesBelow(document.paths, '')]
  expect(properties.length).toBeGreaterThan(400)
  expect(properties.filter(({ isDescribed }) => !isDescribed).map(({ place }) => place)).toEqual([])
})

test('every parameter is described and has an example that its operation takes', () => {
  const bare = contracts.flatMap(([name, contract]) =>
    describedAs(contract).parameters.flatMap((given) => {
      const parameter = referred('parameters', given as Shape) ?? given
      const { description = '', example } = parameter
      return description.length > 5 && example !== undefined ? [] : [`${name} ${parameter.name}`]
    }),
  )
  expect(bare).toEqual([])
  for (const [name, contract] of contracts) {
    const parameters = describedAs(contract).parameters.filter((given) => given.in === 'query' || given.in === 'path')
    const examples = Object.fromEntries(
      parameters.map((given) => [given.name, Array.isArray(given.example) ? given.example : String(given.example)]),
    )
    expect(contract.input.safeParse(examples).error?.issues, name).toBeUndefined()
  }
})
