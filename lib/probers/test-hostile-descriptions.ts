import type { ProbeReason } from 'assay-verify/state/observation'

/** Descriptions of APIs by hostile servers, shared by the tests of the probers and by the bench `hostile`. */
interface HostileDescription {
  /** Made when it is needed: some are large. */
  text(): string
  /** How its probe ends. */
  reason: ProbeReason
  type?: string
}

const YAML = 'application/yaml'
const withBody = (schema: object, schemas: object = {}, operations = 1) =>
  JSON.stringify({
    openapi: '3.1.0',
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, n) => [
        `/p${n}`,
        { post: { requestBody: { content: { 'application/json': { schema } } } } },
      ]),
    ),
    components: { schemas },
  })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Schemas of which each refers to the next twice. */
function doubling(levels: number): object {
  const entries = Array.from({ length: levels }, (_, n) => [
    `d${n}`,
    { properties: { a: reference(`d${n + 1}`), b: reference(`d${n + 1}`) } },
  ])
  return Object.fromEntries(entries)
}

/** Schemas of which each refers to all. */
function allToAll(count: number): object {
  const names = Array.from({ length: count }, (_, n) => `s${n}`)
  const properties = Object.fromEntries(names.map((name) => [name, reference(name)]))
  return Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]))
}

export const HOSTILE_DESCRIPTIONS: Record<string, HostileDescription> = {
  'a description of 50 MB': {
    text: () => `{"openapi":"3.1.0","x":"${'x'.repeat(50_000_000)}"}`,
    reason: 'description_unavailable',
  },
  'a reference to itself': {
    text: () => withBody(reference('a'), { a: reference('a') }),
    reason: 'no_safe_request',
  },
  'references in a circle': {
    text: () => withBody(reference('a'), { a: reference('b'), b: reference('a') }),
    reason: 'no_safe_request',
  },
  'a path that refers to itself': {
    text: () => '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}',
    reason: 'no_safe_request',
  },
  'references that double, of 2,000 operations': {
    text: () => withBody(reference('d0'), doubling(40), 2_000),
    reason: 'no_safe_request',
  },
  'references of all to all, of 2,000 operations': {
    text: () => withBody(reference('s0'), allToAll(200), 2_000),
    reason: 'no_safe_request',
  },
  '100,000 paths': { text: () => withBody({ type: 'string' }, {}, 100_000), reason: 'description_unavailable' },
  'a schema of a million values': {
    text: () => withBody({ enum: Array.from({ length: 400_000 }, (_, n) => n) }),
    reason: 'no_safe_request',
  },
  'YAML of 600,000 anchors': {
    text: () => `openapi: 3.1.0\na: ${'&a '.repeat(600_000)}`,
    reason: 'description_unavailable',
    type: YAML,
  },
  'YAML of aliases that double': {
    text: () => {
      const lines = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
      return ['openapi: 3.1.0', 'a0: &a0 [x, x]', ...lines].join('\n')
    },
    reason: 'description_unavailable',
    type: YAML,
  },
  'YAML 100,000 deep': { text: () => '['.repeat(100_000), reason: 'description_unavailable', type: YAML },
  'YAML of 3 MB': {
    text: () => `openapi: 3.1.0\npaths: {}\nx: ${'x '.repeat(1_500_000)}`,
    reason: 'description_unavailable',
    type: YAML,
  },
}
