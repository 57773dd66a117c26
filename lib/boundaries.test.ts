import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

// Executes the rules of the architecture: which module may import which, and what code may do in which module. What is
// not listed is forbidden.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const LIB = [
  'setting-types',
  'config',
  'core',
  'contract',
  'search',
  'store',
  'safe-fetch',
  'probers',
  'sources',
  'monitor',
  'jobs',
  'runtime',
  'http',
  'api',
  'metrics',
] as const
/** Features that share nothing with rating, a folder each below lib/, with `rules/`, `contract/` and `sql/` in it. */
const SLICES = [
  'bundle',
  'tlog',
  'registry',
  'tool-lock',
  'feed',
  'incidents',
  'keys',
  'declarations',
  'setup',
  'products',
  'outcome-stream',
  'moving',
] as const
/** Packages that others install, below packages/. */
const PUBLISHED = ['tlog', 'verify', 'client', 'decide', 'hook', 'guard'] as const
const WIRED = [
  'runtime',
  'api',
  'jobs',
  'monitor',
  'http',
  'contract',
  'config',
  'sources',
  'probers',
  'store',
] as const
const SLICE_ROOMS = ['slice', 'slice-rules', 'slice-contract', 'slice-sql'] as const
const MAY_IMPORT = {
  // Packages that others install. They know nothing of the service.
  tlog: [],
  verify: ['tlog'],
  client: ['verify'],
  decide: [],
  // Names of servers in settings; the proof of a new key in the log.
  hook: ['decide', 'verify', 'tlog'],
  // What of settings, of the bundle on disk and of reports is the same for both.
  guard: ['hook', 'decide', 'verify', 'tlog'],
  'setting-types': [],
  // Of the sources only the rows, for their settings: a row loads its code when it runs. Of slices how a setting reads.
  config: ['setting-types', 'core', 'verify', 'sources', 'slice-rules'],
  core: ['verify', 'decide'],
  // A slice may import the rating pipeline and itself, never another slice.
  'slice-rules': ['core', 'verify', 'decide'],
  'slice-contract': ['contract', 'core', 'verify', 'decide', 'slice-rules'],
  'slice-sql': ['store', 'core', 'verify', 'decide', 'slice-rules'],
  slice: [
    'api',
    'monitor',
    'jobs',
    'http',
    'contract',
    'core',
    'verify',
    'decide',
    'tlog',
    'search',
    'store',
    'safe-fetch',
    'metrics',
    'config',
    'slice-rules',
    'slice-contract',
    'slice-sql',
  ],
  // The list of operations is made of those of the slices, too.
  contract: ['core', 'verify', 'slice-contract'],
  search: ['core', 'verify'],
  store: ['core', 'config', 'verify', 'tlog'],
  'safe-fetch': ['core', 'verify', 'tlog'],
  // Of search only which words name an act.
  probers: ['core', 'verify', 'search', 'safe-fetch'],
  sources: ['core', 'verify', 'safe-fetch', 'setting-types'],
  monitor: ['core', 'verify', 'search', 'store', 'probers', 'safe-fetch'],
  jobs: ['core', 'verify', 'search', 'store', 'probers', 'sources', 'monitor', 'safe-fetch', 'tlog'],
  metrics: ['core', 'verify'],
  http: ['contract', 'core', 'verify', 'store', 'config', 'metrics'],
  api: ['http', 'metrics', 'contract', 'core', 'verify', 'search', 'store', 'safe-fetch', 'tlog', 'config'],
  // The one composition root: it opens and wires everything that a process has.
  runtime: [
    'api',
    'jobs',
    'monitor',
    'http',
    'contract',
    'core',
    'verify',
    'config',
    'sources',
    'probers',
    'store',
    'search',
    'safe-fetch',
    'tlog',
    'metrics',
    ...SLICE_ROOMS,
  ],
  routes: ['runtime'],
  server: ['runtime', 'config'],
  commands: [...WIRED, ...SLICE_ROOMS, 'core', 'verify', 'search', 'safe-fetch', 'tlog'],
  pages: [
    'runtime',
    'api',
    'contract',
    'core',
    'verify',
    'decide',
    'config',
    'ui',
    'slice',
    'slice-rules',
    'slice-contract',
  ],
  ui: ['contract', 'core', 'verify', 'decide', 'slice-rules', 'slice-contract'],
  // Runs in the reader's browser.
  browser: ['core', 'verify', 'slice-rules'],
  // Not part of the service.
  training: ['core', 'verify', 'search', 'store', 'sources', 'commands'],
  fuzz: [...WIRED, ...SLICE_ROOMS, 'core', 'verify', 'bench'],
  bench: [
    ...WIRED,
    ...SLICE_ROOMS,
    'core',
    'verify',
    'search',
    'safe-fetch',
    'tlog',
    'decide',
    'client',
    'hook',
    'guard',
    'commands',
    'server',
    'training',
    'fuzz',
  ],
  e2e: [
    ...SLICE_ROOMS,
    'contract',
    'core',
    'verify',
    'decide',
    'hook',
    'guard',
    'config',
    'store',
    'commands',
    'client',
    'bench',
    'fuzz',
  ],
  // Of the contract only the paths of the API and the pages, for Next's headers and redirects.
  tools: ['config', 'contract', 'commands', 'e2e'],
} as const satisfies Record<string, readonly string[]>
type Module = keyof typeof MAY_IMPORT

/** npm packages by module; `x/*` takes the whole scope, and a package includes its subpaths. */
const PACKAGES: Record<Module, readonly string[]> = {
  'setting-types': ['zod'],
  config: ['zod'],
  // Pure packages only: no clock, no chance, no network, no disk.
  core: ['@noble/*', 'ipaddr.js', 'hosted-git-info', 'packageurl-js', 'validate-npm-package-name', 'spdx-license-ids'],
  contract: ['zod'],
  search: ['stemmer'],
  store: ['drizzle-orm', '@electric-sql/pglite', 'pg', '@neondatabase/serverless', 'ws', 'rate-limiter-flexible'],
  'safe-fetch': ['undici', 'ipaddr.js'],
  'slice-rules': ['@noble/*', 'zod', 'tldts'],
  'slice-contract': ['zod'],
  'slice-sql': ['drizzle-orm'],
  // tsx loads worker threads; the last two are NATS's own client.
  slice: ['zod', 'lru-cache', 'feed', 'tsx', '@nats-io/transport-node', '@nats-io/jetstream'],
  // The last signs requests to S3-compatible stores; sends none.
  tlog: ['@noble/*', 'aws4fetch'],
  verify: ['@noble/*'],
  // tldts: registered domains by the public suffix list.
  probers: ['zod', 'yaml', 'tldts', '@npmcli/config', 'npm-registry-fetch'],
  sources: ['zod'],
  monitor: [],
  // The loader of its worker thread; what counts the tokens of tools.
  jobs: ['tsx', 'gpt-tokenizer'],
  metrics: [],
  runtime: [
    '@modelcontextprotocol/server',
    'zod',
    'next',
    'hono',
    '@hono/node-server',
    'croner',
    'ipaddr.js',
    'lru-cache',
    'pino',
    'prom-client',
  ],
  http: ['zod', 'ipaddr.js', 'lru-cache'],
  // The loader of its worker thread.
  api: ['zod', 'lru-cache', 'badge-maker', 'tsx'],
  routes: [],
  server: [],
  // The last two serve the servers of the demonstration.
  commands: [
    'tsx',
    'subset-font',
    '@playwright/test',
    'yaml',
    'zod',
    'dockerfile-utils',
    '@modelcontextprotocol/server',
    '@hono/node-server',
  ],
  client: [],
  decide: [],
  hook: [],
  guard: ['@modelcontextprotocol/*', 'zod', 'cross-spawn'],
  training: [],
  fuzz: ['fast-check', '@modelcontextprotocol/server'],
  pages: ['next', 'react', 'react-dom', 'geist'],
  ui: ['next', 'react'],
  browser: [],
  // What it compares the service with (the bare server, the bare driver, the bare framework), and what reads what a
  // service recorded.
  bench: [
    'drizzle-orm',
    'hono',
    '@hono/node-server',
    'next',
    'react',
    'pg',
    'minisearch',
    'fast-check',
    'vitest',
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/client',
    'undici',
    '@playwright/test',
    '@axe-core/playwright',
    'html-validate',
    'ajv',
    'ajv-formats',
    '@nats-io/transport-node',
    '@nats-io/jetstream',
  ],
  e2e: [
    '@playwright/test',
    '@axe-core/playwright',
    'jose',
    'openapi-fetch',
    'fast-check',
    '@redocly/cli',
    '@modelcontextprotocol/*',
  ],
  tools: ['next', 'vitest', '@playwright/test', 'drizzle-kit', 'fast-check'],
}

const WITHOUT_NODE: readonly Module[] = [
  'core',
  'contract',
  'search',
  'ui',
  'browser',
  'client',
  'decide',
  'slice-rules',
  'slice-contract',
]
/**
 * Modules that only tests of a module may import besides, to run it in a whole app or to compare it with another
 * implementation.
 */
const TESTS_MAY_IMPORT: Partial<Record<Module, readonly Module[]>> = {
  verify: [...SLICE_ROOMS, 'core', 'contract', 'store', 'monitor', 'jobs', 'api', 'http', 'runtime'],
  client: ['contract', 'core'],
  // What builds the commands.
  hook: ['commands'],
  guard: ['commands'],
  api: [...SLICE_ROOMS, 'jobs', 'monitor', 'probers', 'runtime'],
  monitor: [...SLICE_ROOMS, 'jobs', 'runtime'],
  jobs: [...SLICE_ROOMS, 'training', 'runtime'],
  slice: ['probers', 'runtime'],
  core: ['slice-rules'],
  pages: ['store'],
  store: SLICE_ROOMS,
  // The service that the suites of the API call.
  e2e: ['runtime'],
}
const WITHOUT_CLOCK_OR_CHANCE: readonly Module[] = ['core', 'search', 'slice-rules', 'decide']
const HOLDING_SQL: readonly Module[] = ['store', 'slice-sql']
/**
 * Files that a module reads from another module's folder by path. A path in any other module is an import of that
 * module.
 */
const MAY_READ: Partial<Record<Module, string>> = { store: 'lib/search/weights/' }
/** The hook is a program of its own, whose settings are its host's environment. */
const READING_SETTINGS: readonly Module[] = ['config', 'hook', 'guard']
/** Modules outside the service, which may hold SQL and read the environment. */
const OUTSIDE: readonly Module[] = ['bench', 'fuzz', 'e2e', 'tools']
const FETCHING: readonly Module[] = ['safe-fetch', 'tlog', 'browser', 'client', 'decide', 'hook', 'guard']
const INDEX_FILES = ['lib/probers/index.ts', 'lib/sources/index.ts', 'lib/runtime/endpoints.ts']

const CLOCKS = ['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.uptime']
const CHANCES = ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']
// Keywords all lower or all upper case, at the start: a sentence begins with one capital.
const SQL = [
  /^\s*(?:select\s[\s\S]+\sfrom\s|select\s+\d|insert\s+into\s|update\s+[\w".]+\s+set\s|delete\s+from\s|truncate\s+[\w".]+)/,
  /^\s*(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s+[\w".]+\s+SET\s|DELETE\s+FROM\s|TRUNCATE\s|VACUUM\b|ANALYZE\b)/,
  /^\s*(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|schema|type|view|extension|sequence|role)\s/,
  /^\s*(?:CREATE|ALTER|DROP)\s+(?:UNIQUE\s+)?(?:TABLE|INDEX|SCHEMA|TYPE|VIEW|EXTENSION|SEQUENCE|ROLE)\s/,
  /^\s*(?:with\s+\w+\s+as|WITH\s+\w+\s+AS)\s*(?:\w+\s*)?\(/,
]

/** What a file imports, or loads by URL. */
interface Reference {
  specifier: string
  dynamic: boolean
}

interface Facts {
  references: Reference[]
  /** Dotted names that are read, `globalThis.` taken off: `process.env`, `Date.now`. */
  names: Set<string>
  /** Names that are called or constructed without an argument: `Date`, `fetch`. */
  calls: { name: string; bare: boolean }[]
  texts: string[]
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The facts of a file, from its syntax tree. Throws where it is not TypeScript. */
function readFacts(path: string, source: string): Facts {
  const facts: Facts = { references: [], names: new Set(), calls: [], texts: [] }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), facts)
  return facts
}

function visit(value: unknown, facts: Facts): void {
  if (Array.isArray(value)) for (const item of value) visit(item, facts)
  if (!isNode(value)) return
  note(value, facts)
  for (const inner of Object.values(value)) if (typeof inner === 'object') visit(inner, facts)
}

function note(node: Node, facts: Facts): void {
  const refer = (from: unknown, dynamic: boolean) =>
    facts.references.push({ specifier: textOf(from) ?? '(computed)', dynamic })
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      if (node.source) refer(node.source, false)
      break
    case 'TSExternalModuleReference':
      refer(node.expression, false)
      break
    case 'ImportExpression':
      refer(node.source, true)
      break
    case 'CallExpression':
    case 'NewExpression':
      noteCall(node, facts, refer)
      break
    case 'MemberExpression':
      facts.names.add(nameOf(node) ?? '')
      break
    case 'VariableDeclarator':
      for (const key of keysOf(node.id)) facts.names.add(`${nameOf(node.init) ?? ''}.${key}`)
      break
    case 'TaggedTemplateExpression':
      if (nameOf(node.tag) === 'sql') facts.texts.push('SELECT ')
      break
    case 'Literal':
    case 'TemplateLiteral':
      facts.texts.push(textOf(node, ' ? ') ?? '')
  }
}

function noteCall(node: Node, facts: Facts, refer: (from: unknown, dynamic: boolean) => void): void {
  const name = nameOf(node.callee)
  const given = Array.isArray(node.arguments) ? node.arguments : []
  if (name === undefined) return
  if (['require', 'require.resolve', 'import.meta.resolve'].includes(name)) refer(given[0], true)
  // A file loaded by URL, as that of a thread; a URL of a folder loads nothing.
  if (name === 'URL' && nameOf(given[1]) === 'import.meta.url' && /\.\w+$/.test(textOf(given[0]) ?? '')) {
    refer(given[0], true)
  }
  facts.calls.push({ name, bare: given.length === 0 })
}

/** `a.b` of `a.b`, `a['b']`, `a?.b` and `globalThis.a.b`; undefined for anything that is not a chain of names. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MetaProperty') return 'import.meta'
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type !== 'MemberExpression') return undefined
  const object = nameOf(node.object)
  const property = node.computed ? textOf(node.property) : nameOf(node.property)
  if (object === undefined || property === undefined) return undefined
  return object === 'globalThis' ? property : `${object}.${property}`
}

function keysOf(pattern: unknown): string[] {
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern' || !Array.isArray(pattern.properties)) return []
  return pattern.properties.flatMap((property: unknown) =>
    isNode(property) ? [nameOf(property.key) ?? textOf(property.key) ?? ''] : [],
  )
}

/**
 * The text of a string or a template; of a template with values in it only where `hole` is given, which replaces each.
 */
function textOf(node: unknown, hole?: string): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  if (node.quasis.length > 1 && hole === undefined) return undefined
  return node.quasis.map((quasi: { value: { raw: string } }) => quasi.value.raw).join(hole)
}

/** The test that installs all packages runs what `verify` has for tests. */
function publishedOf(name: string): Module | undefined {
  return name === 'packed.long' ? 'verify' : PUBLISHED.find((module) => module === name)
}

/** The module of a path, with or without its extension; undefined where it has none. */
function moduleOf(path: string): Module | undefined {
  const [first = '', second = ''] = path.replace(/(\.test)?\.(tsx?|mjs|css)$/, '').split('/')
  if (first === 'lib' && sliceOf(path) !== undefined) return sliceRoomOf(path)
  if (first === 'lib') return second === 'boundaries' ? 'tools' : LIB.find((module) => module === second)
  if (first === 'app') {
    if (second === 'cron' || /^route(\.ts)?$/.test(basename(path))) return 'routes'
    if (second === '_browser') return 'browser'
    return second === '_ui' ? 'ui' : 'pages'
  }
  if (first === 'packages') return publishedOf(second)
  if (['commands', 'bench', 'e2e', 'training', 'fuzz'].includes(first)) return first as Module
  if (first === 'server' || first === 'instrumentation') return 'server'
  return second === '' && /\.(config|setup)(\.[a-z]+)?$/.test(path) ? 'tools' : undefined
}

/** The slice that a path is of. */
function sliceOf(path: string): string | undefined {
  return SLICES.find((slice) => path.startsWith(`lib/${slice}/`))
}

function sliceRoomOf(path: string): Module {
  const [, , room = ''] = path.split('/')
  const found = (['rules', 'contract', 'sql'] as const).find((name) => name === room)
  return found === undefined ? 'slice' : `slice-${found}`
}

interface Place {
  path: string
  module: Module
  isTest: boolean
  /** Runs before the packages are installed, and passes its environment on to its children. */
  isShellEntry: boolean
}

/** Everything a file does that the rules forbid; `path` is relative to the root. */
function faultsOf(path: string, source: string): string[] {
  const module = moduleOf(path)
  if (module === undefined) return ['is in no module']
  const place = { path, module, isTest: isOfTests(path), isShellEntry: /^commands\/.*\.mjs$/.test(path) }
  const facts = readFacts(path, source)
  const faults = facts.references.flatMap((reference) => referenceFault(place, reference) ?? [])
  if (/^index\.\w+$/.test(basename(path)) && !INDEX_FILES.includes(path)) faults.push('is one index file too many')
  // Tests may read a clock, hold SQL and use any package; the rule of imports holds for them too.
  return place.isTest ? faults : [...faults, ...readFaults(place, facts), ...deedFaults(place, facts)]
}

/** A test, or a file that only tests use, as `test-databases.ts`. */
function isOfTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || basename(path).startsWith('test-')
}

function referenceFault(place: Place, { specifier, dynamic }: Reference): string | undefined {
  if (specifier === '(computed)') return place.isShellEntry || place.isTest ? undefined : 'imports a computed name'
  if (specifier.startsWith('.')) return importFault(place, normalize(join(dirname(place.path), specifier)))
  if (specifier.startsWith('@/')) return importFault(place, specifier.slice(2))
  const published = /^assay-(\w+)\//.exec(specifier)?.[1]
  if (published !== undefined) return importFault(place, `packages/${published}`)
  return place.isTest ? undefined : packageFault(place, specifier, dynamic)
}

function importFault({ path, module, isTest }: Place, target: string): string | undefined {
  if (isOfTests(target) && !isTest && module !== 'bench') return 'imports what only tests and benches may use'
  const theirs = moduleOf(target)
  const allowed: readonly string[] = [
    module,
    ...MAY_IMPORT[module],
    ...(isTest ? ['config', ...(TESTS_MAY_IMPORT[module] ?? [])] : []),
  ]
  const [from, to] = [sliceOf(path), sliceOf(target)]
  if (from !== undefined && to !== undefined && from !== to) return `${from} may not import ${to}`
  return theirs !== undefined && allowed.includes(theirs) ? undefined : `${module} may not import ${theirs ?? target}`
}

/** A text that is the path of a file of another module stands for reading or loading it. */
function readFaults(place: Place, { texts }: Facts): string[] {
  const readable = MAY_READ[place.module]
  const isReadable = (path: string) => readable !== undefined && path.startsWith(readable)
  const paths = texts.filter((text) => /^lib\/[\w-]+\/\S/.test(text) && !isReadable(text))
  return place.isShellEntry ? [] : paths.flatMap((path) => importFault(place, path) ?? [])
}

function packageFault({ module, isShellEntry }: Place, specifier: string, dynamic: boolean): string | undefined {
  if (isBuiltin(specifier)) return WITHOUT_NODE.includes(module) ? `${module} may not import ${specifier}` : undefined
  if (isShellEntry && !dynamic) return `a shell entry may not import ${specifier} statically`
  const names = (listed: string) =>
    listed.endsWith('/*') ? specifier.startsWith(listed.slice(0, -1)) : `${specifier}/`.startsWith(`${listed}/`)
  return PACKAGES[module].some(names) ? undefined : `${module} may not import the package ${specifier}`
}

function deedFaults({ module, isShellEntry }: Place, { references, names, calls, texts }: Facts): string[] {
  const outside = isShellEntry || OUTSIDE.includes(module)
  const pure = WITHOUT_CLOCK_OR_CHANCE.includes(module)
  const readsEnv = names.has('process.env') || references.some(({ specifier }) => /^(node:)?process$/.test(specifier))
  const readsClock = CLOCKS.some((name) => names.has(name)) || calls.some(({ name, bare }) => name === 'Date' && bare)
  const holdsSql = texts.some((text) => SQL.some((form) => form.test(text)))
  const deeds = {
    'reads process.env': readsEnv && !READING_SETTINGS.includes(module) && !outside,
    'holds SQL': holdsSql && !HOLDING_SQL.includes(module) && !outside,
    'fetches by itself': calls.some(({ name }) => name === 'fetch') && !FETCHING.includes(module) && !outside,
    'reads a clock': pure && readsClock,
    'uses chance': pure && CHANCES.some((name) => names.has(name)),
  }
  return Object.entries(deeds).flatMap(([fault, done]) => (done ? [fault] : []))
}

const SKIPPED = new Set([
  'node_modules',
  '.next',
  '.git',
  '.data',
  'test-results',
  'playwright-report',
  'drizzle',
  'public',
  'docs',
  // The compiled client.
  'dist',
])
function sourceFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(path)
    return /\.(tsx?|mjs|cjs|jsx?|mts|cts)$/.test(entry.name) && entry.name !== 'next-env.d.ts' ? [path] : []
  })
}

describe('the repository', () => {
  const files = sourceFiles()

  it('keeps the rules in every file', () => {
    const faults = files.flatMap((path) =>
      faultsOf(path, readFileSync(join(ROOT, path), 'utf8')).map((fault) => `${path} ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it('keeps the tables of a slice out of the SQL of the others', () => {
    const slices = files.filter((path) => sliceOf(path) !== undefined && !isOfTests(path))
    const textsOf = (path: string) => readFacts(path, readFileSync(join(ROOT, path), 'utf8')).texts
    const tables = slices
      .filter((path) => path.endsWith('-schema.ts'))
      .flatMap((path) => textsOf(path).map((text) => ({ owner: sliceOf(path), name: text })))
      .filter(({ name }) => /^[a-z]+_[a-z]+$/.test(name))
    expect(tables).toContainEqual({ owner: 'tlog', name: 'log_leaves' })
    const foreign = slices.flatMap((path) =>
      textsOf(path).flatMap((text) =>
        tables
          .filter(
            ({ owner, name }) =>
              owner !== sliceOf(path) && new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) ${name}\\b`).test(text),
          )
          .map(({ owner, name }) => `${path} names ${name} of ${owner}`),
      ),
    )
    expect(foreign).toEqual([])
  })

  it('keeps comment lines within the width of the code', () => {
    const isLong = (line: string) => line.length > 120 && /^\s*(?:\/\/|\/?\*)(?! (?:biome-ignore|@ts-))/.test(line)
    const long = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').some(isLong))
    expect(long).toEqual([])
  })

  it('computes ratings without keys or credits', () => {
    const rating = files.filter((path) =>
      /^(?:lib\/core\/(?:verdict|evidence|forecast|history|accuracy)|packages\/verify\/src\/(?:score|state|forecast|history))\//.test(
        path,
      ),
    )
    expect(rating.length).toBeGreaterThan(50)
    const faults = rating.filter((path) =>
      readFacts(path, readFileSync(join(ROOT, path), 'utf8')).references.some(({ specifier }) =>
        specifier.includes('/caller/'),
      ),
    )
    expect(faults).toEqual([])
  })

  it('was read completely', () => {
    const modules = new Set(files.map(moduleOf))
    const built = LIB.filter(
      (module) => existsSync(join(ROOT, 'lib', module)) || existsSync(join(ROOT, `lib/${module}.ts`)),
    )
    expect(built.length).toBeGreaterThan(9)
    expect([...modules]).toEqual(expect.arrayContaining(built))
    expect(files).toContain('lib/boundaries.test.ts')
  })
})

describe('each rule can fail', () => {
  const cases: [path: string, source: string, fault: string | null][] = [
    ['lib/core/a.ts', `import { x } from '../store/y'`, 'core may not import store'],
    ['lib/core/a.ts', `import type { X } from '@/lib/contract/shapes'`, 'core may not import contract'],
    ['lib/core/a.ts', `import { x } from './b'`, null],
    ['lib/core/a.ts', `import x from './b.json' with { type: 'json' }`, null],
    ['lib/core/a.ts', `import x from '../search/b.json' with { type: 'json' }`, 'core may not import search'],
    ['lib/core/a.ts', `import { x } from './b/../../store/c'`, 'core may not import store'],
    ['lib/core/a.ts', `import {\n  x,\n  // from 'nowhere'\n} from "../api/z"`, 'core may not import api'],
    ['lib/core/a.ts', `// import { x } from '../store/y'\nconst text = "import { x } from '../store/y'"`, null],
    ['lib/core/a.ts', `export * from '../store/y'`, 'core may not import store'],
    ['lib/core/a.ts', `export { x } from '../store/y'`, 'core may not import store'],
    ['lib/core/a.ts', `export const x = 1`, null],
    ['lib/core/a.ts', `const y = await import('../store/y')`, 'core may not import store'],
    ['lib/core/a.ts', 'const y = await import(`../store/y`)', 'core may not import store'],
    ['lib/core/a.ts', `const name = '../store/y'; const y = await import(name)`, 'imports a computed name'],
    ['lib/core/a.ts', `type Y = import('../store/y').Y`, 'core may not import store'],
    ['lib/core/a.ts', `let x: typeof import('../store/y')`, 'core may not import store'],
    ['lib/core/a.ts', `import y = require('../store/y')`, 'core may not import store'],
    ['lib/core/a.ts', `const y = require('../store/y')`, 'core may not import store'],
    ['lib/core/a.ts', `import '../store/y'`, 'core may not import store'],
    ['lib/core/a.ts', `import '../../README'`, 'core may not import README'],
    ['lib/store/a.ts', `import { x } from '../search/y'`, 'store may not import search'],
    ['lib/store/a.ts', `import { config } from '../config'`, null],
    ['lib/jobs/a.ts', `import { config } from '../config'`, 'jobs may not import config'],
    ['lib/jobs/a.ts', `import { x } from '../store/test-databases'`, 'imports what only tests and benches may use'],
    ['lib/jobs/a.test.ts', `import { x } from '../store/test-databases'`, null],
    ['lib/store/test-databases.ts', `const x = process.env.TEST_DATABASE_URL`, null],
    ['lib/jobs/a.test.ts', `import { parseConfig } from '../config'`, null],
    ['lib/jobs/a.test.ts', `import { x } from '../api/y'`, 'jobs may not import api'],
    ['lib/probers/a.ts', `import { x } from '../safe-fetch'`, null],
    ['lib/http/a.ts', `import { x } from '../api/y'`, 'http may not import api'],
    ['app/v1/ping/route.ts', `import { x } from '@/lib/core/y'`, 'routes may not import core'],
    ['app/v1/ping/route.ts', `import { x } from '@/lib/api/y'`, 'routes may not import api'],
    ['app/v1/ping/route.ts', `import { x } from '@/lib/runtime/y'`, null],
    ['lib/jobs/a.ts', `const x = new URL('../../commands/y.mjs', import.meta.url)`, 'jobs may not import commands'],
    ['lib/jobs/a.ts', `const x = new URL('./y.mjs', import.meta.url)`, null],
    ['lib/jobs/a.ts', `const x = new URL('./y', 'https://x.example')`, null],
    ['lib/core/a.ts', `const path = 'lib/search/weights/y.bin'`, 'core may not import search'],
    ['lib/store/a.ts', 'const path = `lib/search/weights/$' + '{y}.bin`', null],
    ['lib/store/a.ts', `const path = 'lib/search/rank/y.bin'`, 'store may not import search'],
    ['app/(site)/page.tsx', `import { x } from '@/lib/store/y'`, 'pages may not import store'],
    [
      'app/(site)/page.tsx',
      `import { x } from '../_ui/y'\nexport default () => <p>select a tool from the list</p>`,
      null,
    ],
    ['app/_ui/a.tsx', `import { x } from '@/lib/api/y'`, 'ui may not import api'],
    ['server.ts', `import { x } from './lib/core/y'`, 'server may not import core'],
    ['lib/feed/a.ts', `import { x } from '../registry/rules/y'`, 'feed may not import registry'],
    ['lib/feed/a.ts', `import { x } from '../api/y'`, null],
    ['lib/feed/rules/a.ts', `import { x } from '../../store/y'`, 'slice-rules may not import store'],
    ['lib/feed/rules/a.ts', `const now = new Date()`, 'reads a clock'],
    ['lib/feed/sql/a.ts', `const q = 'select id from subjects'`, null],
    ['lib/feed/a.ts', `const q = 'select id from subjects'`, 'holds SQL'],
    ['lib/api/a.ts', `import { x } from '../feed/y'`, 'api may not import slice'],
    ['lib/core/a.ts', `import { x } from 'assay-verify/score/y'`, null],
    ['lib/core/a.ts', `import { x } from 'assay-tlog/y'`, 'core may not import tlog'],
    ['packages/tlog/src/a.ts', `import { x } from 'assay-verify/y'`, 'tlog may not import verify'],
    ['packages/verify/src/a.ts', `import { x } from '../../../lib/core/y'`, 'verify may not import core'],
    ['lib/pages/a.ts', '', 'is in no module'],
    ['lib/misc/a.ts', '', 'is in no module'],
    ['helper.ts', '', 'is in no module'],
    ['lib/core/a.ts', `import { z } from 'zod'`, 'core may not import the package zod'],
    ['lib/core/a.ts', `import { sha256 } from '@noble/hashes/sha2.js'`, null],
    ['lib/core/a.ts', `import { readFileSync } from 'fs'`, 'core may not import fs'],
    ['lib/core/a.test.ts', `import { readFileSync } from 'node:fs'\nimport fc from 'fast-check'`, null],
    ['lib/api/a.ts', `import { eq } from 'drizzle-orm'`, 'api may not import the package drizzle-orm'],
    ['lib/api/a.ts', `import type { Pool } from 'pg'`, 'api may not import the package pg'],
    ['lib/api/a.ts', `import x from 'pgx'`, 'api may not import the package pgx'],
    ['lib/store/a.ts', `import { eq } from 'drizzle-orm'\nimport { drizzle } from 'drizzle-orm/pglite'`, null],
    ['lib/api/a.ts', `import { headers } from 'next/headers'`, 'api may not import the package next/headers'],
    ['lib/api/a.ts', `import { cache } from 'react'`, 'api may not import the package react'],
    ['app/_ui/a.tsx', `import Link from 'next/link'`, null],
    [
      'commands/start.mjs',
      `import { register } from 'tsx/esm/api'`,
      'a shell entry may not import tsx/esm/api statically',
    ],
    ['commands/start.mjs', `await import('tsx/esm/api')`, null],
    ['lib/store/a.ts', `const x = process.env.DATABASE_URL`, 'reads process.env'],
    ['lib/store/a.ts', `const x = process['env']['DATABASE_URL']`, 'reads process.env'],
    ['lib/store/a.ts', `const { env } = process`, 'reads process.env'],
    ['lib/store/a.ts', `const { NODE_ENV } = globalThis.process?.env ?? {}`, 'reads process.env'],
    ['lib/store/a.ts', `import { env } from 'node:process'`, 'reads process.env'],
    ['lib/store/a.ts', `const x = process.pid; const env = { process: 1 }`, null],
    ['lib/config.ts', `const x = process.env`, null],
    ['commands/import.ts', `const x = process.env.DATA_DIR`, 'reads process.env'],
    ['lib/api/a.ts', 'const q = `\n  SELECT $' + '{column} FROM t`', 'holds SQL'],
    ['lib/api/a.ts', `const q = 'select id from subjects'`, 'holds SQL'],
    ['lib/api/a.ts', 'const q = sql`now()`', 'holds SQL'],
    ['lib/jobs/a.ts', `const q = "UPDATE subjects SET score = 1"`, 'holds SQL'],
    ['lib/jobs/a.ts', `const q = 'WITH due AS MATERIALIZED (SELECT 1) '`, 'holds SQL'],
    ['lib/jobs/a.ts', `const q = 'Select a tool from the list; update: set PORT'`, null],
    ['lib/store/a.ts', `const q = 'select id from subjects'`, null],
    ['lib/core/a.ts', `const now = new Date()`, 'reads a clock'],
    ['lib/core/a.ts', `const now = Date()`, 'reads a clock'],
    ['lib/search/a.ts', `const now = Date.now()`, 'reads a clock'],
    ['lib/search/a.ts', `const clock = globalThis.performance.now`, 'reads a clock'],
    ['lib/core/a.ts', `const { now } = Date`, 'reads a clock'],
    ['lib/core/a.ts', `const then = new Date(0); const at = now.getTime()`, null],
    ['lib/core/a.ts', `const x = Math.random()`, 'uses chance'],
    ['lib/core/a.ts', `const x = crypto.randomUUID()`, 'uses chance'],
    ['lib/jobs/a.ts', `const now = new Date()`, null],
    ['lib/sources/a.ts', `await fetch('https://x.example')`, 'fetches by itself'],
    ['lib/sources/a.ts', `await globalThis.fetch('https://x.example')`, 'fetches by itself'],
    ['lib/sources/a.ts', `await app.fetch(request)`, null],
    ['packages/client/src/a.ts', `import { x } from './b.ts'\nawait fetch('https://x.example')`, null],
    [
      'packages/client/src/a.ts',
      `import type { X } from '../../../lib/contract/shapes'`,
      'client may not import contract',
    ],
    ['packages/client/src/a.ts', `import { readFileSync } from 'node:fs'`, 'client may not import node:fs'],
    ['packages/client/src/a.ts', `import { z } from 'zod'`, 'client may not import the package zod'],
    ['packages/client/src/a.ts', `const x = process.env.KEY`, 'reads process.env'],
    ['packages/client/src/index.ts', '', 'is one index file too many'],
    ['packages/client/src/a.test.ts', `import type { X } from '../../../lib/contract/shapes'`, null],
    ['packages/client/src/a.test.ts', `import { x } from '../../../lib/store/y'`, 'client may not import store'],
    ['lib/api/a.ts', `import { x } from 'assay-client/y'`, 'api may not import client'],
    ['lib/safe-fetch.ts', `await fetch('https://x.example')`, null],
    ['lib/core/index.ts', '', 'is one index file too many'],
    ['lib/runtime/endpoints.ts', '', null],
  ]

  it.each(cases)('%s: %j', (path, source, fault) => {
    expect(faultsOf(path, source)).toEqual(fault === null ? [] : [fault])
  })

  it('a file that cannot be parsed is an error', () => {
    expect(() => faultsOf('lib/core/a.ts', 'const = 1')).toThrow()
  })
})
