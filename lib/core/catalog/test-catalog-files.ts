import { type TestTool, testTools } from './test-tools'

/** A catalog file as a registry or a list publishes it: made by rule for the tests, in each form that files have. */
export interface TestCatalogFile {
  name: string
  lines: object[]
  /** The numbers of the lines that name no server. */
  nameless?: readonly number[]
}

/** A server as a line has it, once its file is read. */
interface Line {
  registry: string
  server: string
  tools: TestTool[]
}

const OWNERS = [
  ...['northwind-labs', 'Ann_Example', 'acme.tools', '20260131', 'm3taWidgets', 'io.github.someone', 'x', 'größe-gmbh'],
  ...[
    'user-42',
    '天气',
    'the-2nd-account',
    'Org.With.Dots',
    'mail-at-scale',
    'ÆtherWorks',
    'abc123def',
    'under_score_9',
  ],
]
const PROJECTS = [
  ...[
    'weather',
    'mail-server',
    'pdf2text',
    'token-counter',
    'password-vault-mcp',
    'calendar-(work-&-home)',
    'ip-lookup',
    'sql',
  ],
  ...[
    'phone-book',
    'v2-api',
    'iban-check',
    'jwt-tools',
    'maps-+-routes',
    's3',
    'base64-encode',
    'mcp-server-postgres17',
  ],
  ...['crm.contacts', 'user-agent-parser', 'exif_reader', 'net-worth-2026', '图像处理'],
]
const SERVERS = OWNERS.flatMap((owner) => PROJECTS.map((project) => `${owner}/${project}`))

/** Labels for the credentials a server wants, and whether a reader can tell what they mean. */
const AUTH = [
  'No',
  '',
  'apiKey',
  'OAuth',
  'OAuth 2.1 🔐',
  'Open',
  'Open / API key',
  'API Key',
  'secret',
  'X-Example-Key',
  null,
]
const UNCLEAR_AUTH = ['User-Agent', 'API']

const NO_MORE = { repository: null, packages: [], remotes: [] }

/** Servers with their tools, packages and addresses, as a registry of servers lists them. */
function registryFile(): TestCatalogFile {
  const lines = SERVERS.map((server, n) => ({
    ...head('garden', server, n),
    repository: n % 3 === 0 ? null : `https://code.example/${encodeURI(server)}`,
    packages: packagesOf(n),
    remotes: n % 4 === 0 ? [{ type: n % 8 === 0 ? 'sse' : 'streamable-http', url: `https://s${n}.example/mcp` }] : [],
    category: ['Files', 'Weather & Climate', 'devops', 'Communication'][n % 4],
    tags: ['mcp', `tag-${n % 50}`],
    license: ['MIT', 'Apache-2.0', 'SEE LICENSE IN LICENSE', null][n % 4],
    tools: toolsOf(n * 8, 8),
  }))
  return { name: 'garden.jsonl', lines }
}

/** Names and descriptions of tools only. */
function namesFile(): TestCatalogFile {
  const lines = SERVERS.slice(0, 200).map((server, n) => ({
    ...head('names', server, n),
    ...NO_MORE,
    validated: n % 2 === 0,
    tools: toolsOf(n * 5, 5).map(({ name, description }) => ({ name, description })),
  }))
  return { name: 'names.jsonl', lines }
}

/** HTTP interfaces with the address of their documentation. */
function interfacesFile(): TestCatalogFile {
  const lines = SERVERS.slice(0, 150).map((server, n) => ({
    ...head('interfaces', server, n),
    ...NO_MORE,
    remotes: [{ type: 'http-api-docs', url: `https://docs${n}.example/api/` }],
    auth: n < UNCLEAR_AUTH.length ? UNCLEAR_AUTH[n] : AUTH[n % AUTH.length],
    https: n % 9 === 0 ? 'No' : 'Yes',
    cors: ['Yes', 'No', 'Unknown'][n % 3],
    tools: [],
  }))
  return { name: 'interfaces.jsonl', lines }
}

/** A seed of a registry, some of whose lines have lost the name of their server. */
function seedFile(): TestCatalogFile {
  const nameless = [3, 17, 64]
  const lines = SERVERS.slice(0, 100).map((server, n) => ({
    ...head('seed', nameless.includes(n + 1) ? '' : `io.github.${server.replaceAll(/[^\w/.-]/g, '-')}`, n),
    ...NO_MORE,
    packages: [{ registry: 'npm', name: `seed-package-${n}`, version: null }],
    tools: [],
  }))
  return { name: 'seed.jsonl', lines, nameless }
}

/** Functions of a benchmark: one server each, one tool each. */
function functionsFile(): TestCatalogFile {
  const lines = testTools(300).map((tool, n) => ({
    ...head('functions', `fn/f${String(n).padStart(4, '0')}`, n),
    ...NO_MORE,
    title: '',
    description: '',
    tools: [tool],
  }))
  return { name: 'functions.jsonl', lines }
}

function head(registry: string, server: string, n: number) {
  const title = server.slice(server.lastIndexOf('/') + 1)
  return { registry, server, title, description: `Number ${n}. Does what its name says: ${title}.` }
}

function packagesOf(n: number) {
  const name = `package-${n}`
  if (n % 5 === 0) return []
  if (n % 2 === 0) return [{ registry: 'pypi', name }]
  return [{ registry: 'npm', name: n % 3 === 0 ? `@scope-${n}/${name}` : name, version: `1.${n}.0` }]
}

/** `count` tools from the `first` on, no two of one name. */
function toolsOf(first: number, count: number): TestTool[] {
  return ALL_TOOLS.slice(first % 2_600).slice(0, count)
}

const ALL_TOOLS = testTools(2_700)

/** Results of probes, which look like a catalog and are none. */
const PROBES: TestCatalogFile = {
  name: 'probes.jsonl',
  lines: SERVERS.slice(0, 20).map((server, n) => ({
    registry: 'garden',
    server,
    checkedAt: 1_769_846_400 + n,
    ok: n % 3 !== 0,
    error: n % 3 === 0 ? 'timeout' : null,
    toolCount: n,
    usageCount: '1,204',
  })),
}

/** Every form, in the order of the names; `probes.jsonl` among them is no catalog. */
export const TEST_CATALOG_FILES: readonly TestCatalogFile[] = [
  functionsFile(),
  registryFile(),
  interfacesFile(),
  namesFile(),
  PROBES,
  seedFile(),
]

/** Every id of a tool in these files. */
export function testToolIds(): string[] {
  return TEST_CATALOG_FILES.flatMap(({ lines }) => lines as Line[]).flatMap(({ registry, server, tools = [] }) =>
    tools.map(({ name }) => `${registry}/${server}/${name}`),
  )
}
