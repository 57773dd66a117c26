import { expect, test } from 'vitest'
import { z } from 'zod'
import { EXAMPLES } from './examples'
import { openApiDocument } from './openapi'
import type { OperationContract } from './operation'
import { OPERATIONS } from './operations'

const PARAMETERS: ReadonlySet<string> = new Set(
  ['incidents', 'breakagesRss', 'breakagesAtom', 'breakagesJsonFeed'].map((name) => `${name} asks/server`),
)
/** The form of the official MCP registry, which names it so. */
const OFFICIAL_FORM = /\/RegistryEntry(\/properties)?\/server$/
type Json = Record<string, unknown>
const contracts: [string, OperationContract][] = Object.entries(OPERATIONS)

/** Every property of a JSON Schema with where it is, however deep. Keys of `properties` alone are names of members. */
function propertiesOf(value: unknown, at: string): { at: string; name: string; schema: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const inside = propertiesOf(part, `${at}/${key}`)
    if (key !== 'properties' || typeof part !== 'object' || part === null) return inside
    const own = Object.entries(part).map(([name, schema]) => ({ at: `${at}/${name}`, name, schema: schema as Json }))
    return [...own, ...inside]
  })
}

function shapesOf([name, { input, body, output, document }]: [string, OperationContract]) {
  const given = z.toJSONSchema(body?.schema ?? input, { io: 'input', unrepresentable: 'any' })
  const answered = z.toJSONSchema(document ?? output, { io: 'output', unrepresentable: 'any' })
  return [...propertiesOf(given, `${name} asks`), ...propertiesOf(answered, `${name} answers`)]
}

// spec.md names no field `server`: a listing's row has "its id (publisher/server)", which is `serverId` without its
// registry. So there is no exception. A parameter of an address is no field: feeds are narrowed by `?server=` as by
// `?category=`.
test('no shape of the contract has a property `server`: it is `serverId` or `serverTitle`', () => {
  const found = contracts.flatMap(shapesOf)
  expect(found.length).toBeGreaterThan(300)
  const fields = found.filter(({ at }) => !PARAMETERS.has(at) && !OFFICIAL_FORM.test(at))
  expect(fields.filter(({ name }) => name === 'server').map(({ at }) => at)).toEqual([])
  const described = propertiesOf(openApiDocument('https://assay.example'), 'openapi')
  expect(described.filter(({ name, at }) => name === 'server' && !OFFICIAL_FORM.test(at)).map(({ at }) => at)).toEqual(
    [],
  )
})

test.each(['serverId', 'serverTitle'])('%s means the same in every shape', (field) => {
  const schemas = contracts.flatMap(shapesOf).filter(({ name }) => name === field)
  expect(schemas.length).toBeGreaterThan(2)
  expect(new Set(schemas.map(({ schema }) => JSON.stringify(schema))).size).toBe(1)
})

test('no example has a member `server`', () => {
  expect(JSON.stringify(EXAMPLES)).not.toContain('"server":')
  expect(JSON.stringify(EXAMPLES)).toContain('"serverTitle":')
})
