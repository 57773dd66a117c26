/**
 * Parameters as tool authors write them, each with a usual or odd property of its kind, written by hand for the tests
 * from JSON Schema's own keywords and from what generators (zod, pydantic, Go structs, OpenAPI) are known to emit.
 */

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }], default: null })
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more })
const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
})

const TEXTS: Record<string, object> = {
  query: { type: 'string', description: 'What to look for.' },
  path: { type: 'string', description: 'Path below the folder that was opened.', minLength: 1 },
  title: { type: 'string', maxLength: 120, title: 'Title' },
  body: {
    type: 'string',
    description: 'Markdown. A line that starts with `#` is a heading.',
    contentMediaType: 'text/markdown',
  },
  url: { type: 'string', format: 'uri', description: 'Such as https://weather.example/today?units=metric' },
  repo: { type: 'string', pattern: '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$', examples: ['owner/name'] },
  day: { type: 'string', format: 'date', default: '2026-01-31' },
  since: { type: 'string', format: 'date-time', examples: ['2026-01-31T08:00:00Z'] },
  recipient: { type: 'string', format: 'email', description: 'Who it is sent to.' },
  uuid: { type: 'string', format: 'uuid', description: 'As `create` returned it.' },
  language: { type: 'string', enum: ['en', 'de', 'fr', 'pt-BR', 'zh-Hans'], default: 'en' },
  country: { type: 'string', pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2 },
  currency: { const: 'EUR' },
  color: { type: 'string', pattern: '^#(?:[0-9a-f]{3}){1,2}$', default: '#0a7' },
  cron: { type: 'string', description: 'Five fields, as in `0 6 * * 1-5`.' },
  expression: { type: 'string', description: 'Arithmetic, with + - * / and ( ).', examples: ['(2 + 3) * 4'] },
  sql: { type: 'string', description: 'One statement that reads. No semicolon.' },
  apiKey: { type: 'string', description: 'Key of the service; left out, that of the environment is used.' },
  password: { type: 'string', writeOnly: true },
  nextPageToken: { type: 'string', description: 'From the answer before.' },
  城市: { type: 'string', description: '要查询的城市名称' },
  größe: { type: 'string', enum: ['klein', 'groß'], description: 'Wie groß das Bild wird.' },
  'file-name': { type: 'string', description: 'With its extension 📄' },
  'x.y[z]': { type: 'string' },
  $filter: { type: 'string', description: 'OData, e.g. price lt 20' },
}

const NUMBERS: Record<string, object> = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  offset: { type: 'integer', minimum: 0 },
  page: { type: 'number', description: 'The first is 1.' },
  latitude: { type: 'number', minimum: -90, maximum: 90 },
  longitude: { type: 'number', minimum: -180, maximum: 180 },
  temperature: { type: 'number', exclusiveMinimum: 0, maximum: 2, default: 0.7 },
  width: { type: 'integer', multipleOf: 8, minimum: 64, maximum: 4096 },
  issueNumber: { type: 'integer', exclusiveMinimum: 0, maximum: 9_007_199_254_740_991 },
  timeout_ms: { type: 'number', minimum: 0, default: 30_000 },
  amount: { type: ['number', 'string'], description: 'As a number, or as text with its currency.' },
}

const CHOICES: Record<string, object> = {
  recursive: { type: 'boolean', default: false },
  draft: { type: 'boolean' },
  dryRun: { type: ['boolean', 'null'] },
  sort: { enum: ['relevance', 'newest', 'oldest'] },
  level: { type: 'integer', enum: [0, 1, 2, 3] },
  unit: {
    oneOf: [
      { const: 'metric', title: 'Metric' },
      { const: 'imperial', title: 'Imperial' },
    ],
  },
  answer: { enum: [true, false, null, 'unsure', 7] },
  month: { type: 'string', enum: Array.from({ length: 60 }, (_, n) => `month-${n + 1}`) },
  mode: { allOf: [{ type: 'string' }, { enum: ['read', 'write'] }], description: 'Two schemas that both hold.' },
}

const NULLABLE: Record<string, object> = {
  cursor: nullable({ type: 'string' }),
  maxResults: nullable({ type: 'integer', minimum: 1 }),
  labels: nullable(list({ type: 'string' })),
  filter: { anyOf: [object({ field: { type: 'string' } }), { type: 'string' }, { type: 'null' }] },
  parent: { type: ['string', 'null'], default: null, title: 'Parent' },
}

const LISTS: Record<string, object> = {
  ids: list({ type: 'string' }, { minItems: 1, maxItems: 50, uniqueItems: true }),
  tags: list({ type: 'string', maxLength: 40 }, { default: [] }),
  matrix: list(list({ type: 'number' })),
  point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
  anything: { type: 'array' },
  edits: list(object({ oldText: { type: 'string' }, newText: { type: 'string' } }, ['oldText', 'newText'])),
  messages: list(object({ role: { enum: ['user', 'assistant'] }, content: { type: 'string' } }, ['role', 'content'])),
}

const OBJECTS: Record<string, object> = {
  options: object({ verbose: { type: 'boolean' }, retries: { type: 'integer', default: 3 } }),
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  metadata: { type: 'object', additionalProperties: true },
  variables: {
    type: 'object',
    patternProperties: { '^[a-z]+$': { type: 'string' } },
    propertyNames: { maxLength: 20 },
  },
  address: object(
    {
      street: { type: 'string' },
      zip: { type: 'string' },
      geo: object({ lat: { type: 'number' }, lon: { type: 'number' } }),
    },
    ['street'],
    { additionalProperties: false },
  ),
  target: {
    oneOf: [
      object({ kind: { const: 'file' }, path: { type: 'string' } }, ['kind', 'path']),
      object({ kind: { const: 'url' }, url: { type: 'string', format: 'uri' } }, ['kind', 'url']),
    ],
  },
  except: { type: 'object', not: { required: ['everything'] }, dependentRequired: { from: ['to'] } },
  rule: Object.fromEntries([
    ['if', { properties: { all: { const: true } } }],
    ['then', { required: ['reason'] }],
    ['else', {}],
  ]),
}

/** Against the specification or outside of it, and published all the same. */
const ODD: Record<string, object | boolean> = {
  nothing: {},
  whatever: true,
  never: false,
  optionalFlag: { type: 'string', optional: true },
  anyType: { type: 'any', description: 'No type that JSON Schema knows.' },
  upper: { type: 'STRING' },
  noItems: { type: 'array', items: [] },
  type: { type: 'string', description: 'A parameter that is called as a keyword.' },
  properties: object({ type: { type: 'string' }, required: { type: 'boolean' } }),
  required: { type: 'boolean' },
  default: { type: 'string' },
  $ref: { type: 'string', description: 'A parameter whose name is a reference’s.' },
  mistyped: { type: 'integer', default: 'ten', minimum: '1' },
  crossed: { type: 'number', minimum: 10, maximum: 1 },
  enumOfNone: { enum: [] },
  listedTwice: { enum: ['a', 'a', 'b'] },
  example: { type: 'string', example: 'singular, as OpenAPI 3.0 has it' },
}

/** By name: plain ones first, odd ones last. */
export const TEST_PARAMETERS: readonly (readonly [name: string, schema: object | boolean])[] = [
  TEXTS,
  NUMBERS,
  CHOICES,
  NULLABLE,
  LISTS,
  OBJECTS,
  ODD,
].flatMap((kind) => Object.entries(kind))
