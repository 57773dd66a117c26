import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ERRORS } from './errors'
import { openApiDocument } from './openapi'
import { OPERATIONS } from './operations'

const document = openApiDocument('https://assay.example')
type Described = {
  responses: Record<string, { description: string }>
  parameters: { name: string; in: string; required: boolean }[]
}
const described = (path: string, method: string) =>
  (document.paths as Record<string, Record<string, Described>>)[path]?.[method]

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

test('it says which interface it is', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1' },
    servers: [{ url: 'https://assay.example' }],
  })
})

test('every operation is described with its parameters and every status it may answer', () => {
  for (const contract of Object.values(OPERATIONS)) {
    const operation = described(contract.path, contract.method.toLowerCase())
    expect(operation, contract.path).toBeDefined()
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses, contract.path).toEqual(
      expect.arrayContaining(['200', ...contract.errors.map((code) => String(ERRORS[code].status)), '405', '500']),
    )
    expect(
      operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual([...contract.pathParameters])
  }
  expect(described('/v1/search', 'get')?.parameters.find((parameter) => parameter.name === 'q')).toMatchObject({
    required: true,
    in: 'query',
  })
  expect(described('/v1/search', 'get')?.parameters.find((parameter) => parameter.name === 'limit')).toMatchObject({
    required: false,
  })
})

test('every reference leads somewhere', () => {
  const text = JSON.stringify(document)
  const schemas = (document.components as { schemas: Record<string, unknown> }).schemas
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(20)
  for (const reference of references)
    expect(Object.keys(schemas).map((name) => `#/components/schemas/${name}`)).toContain(reference)
})
