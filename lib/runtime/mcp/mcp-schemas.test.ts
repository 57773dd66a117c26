import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { EXAMPLES } from '../../contract/examples'
import { OPERATIONS } from '../../contract/operations'
import { outputSchema } from './mcp-schemas'
import { MCP_TOOLS } from './mcp-tools'

/** Bytes that all output schemas may have together. */
const MOST_BYTES = 2_500

const ANSWERS: Record<string, readonly unknown[]> = {
  route: [EXAMPLES.route, EXAMPLES.compactRoute, { ...EXAMPLES.route, chosen: null }],
  search: [EXAMPLES.search, EXAMPLES.compactSearch],
  alternatives: [EXAMPLES.alternatives, EXAMPLES.compactAlternatives],
  health: [EXAMPLES.health, { ...EXAMPLES.health, asOf: null, lastProbe: null }],
  score: [EXAMPLES.score],
  breakages: [OPERATIONS.breakages.example],
  lookup: [OPERATIONS.lookup.example],
  ingest: [OPERATIONS.ingest.example],
}

test.each(Object.values(MCP_TOOLS).map(({ operation }) => operation))(
  'the output schema of %s takes its answers, and no other object',
  (operation) => {
    const schema = outputSchema(OPERATIONS[operation])
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)
    expect(ANSWERS[operation]?.length).toBeGreaterThan(0)
    for (const answer of ANSWERS[operation] ?? []) expect([validate(answer), validate.errors]).toEqual([true, null])
    expect(Object.keys((schema.properties ?? {}) as object).sort()).toEqual(
      Object.keys(OPERATIONS[operation].output.shape).sort(),
    )
    for (const name of Object.keys(OPERATIONS[operation].output.shape)) {
      expect(validate({ ...(ANSWERS[operation]?.[0] as object), [name]: () => undefined })).toBe(false)
    }
  },
)

test('all of them together are short', () => {
  const schemas = Object.values(MCP_TOOLS).map(({ operation }) => outputSchema(OPERATIONS[operation]))
  expect(Buffer.byteLength(JSON.stringify(schemas))).toBeLessThan(MOST_BYTES)
  expect(JSON.stringify(schemas)).not.toContain('$ref')
})
