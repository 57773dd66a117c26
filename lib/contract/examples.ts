import type { z } from 'zod'
import { BREAKAGE_KINDS, type BreakageKind } from '../core/verdict/breakage'
import type { CompactAlternativesAnswer, CompactCandidate, CompactRouteAnswer } from './compact'
import type { FeedAnswer } from './feed'
import type { Report } from './report'
import type {
  Alternative,
  Breakage,
  CallHints,
  Candidate,
  CategoryListing,
  CategorySummary,
  Health,
  Incident,
  JwkSet,
  RouteAnswer,
  ScoreAnswer,
} from './shapes'

// Successful answers for the documentation. They agree with each other: one tool, one server, one moment.

const SERVER_ID = 'npm-official/modelcontextprotocol/server-everything'
const TOOL_ID = `${SERVER_ID}/echo`
const AS_OF = '2026-11-22T09:58:30.029Z'
const ECHO_SCHEMA = {
  type: 'object',
  properties: { message: { type: 'string', description: 'Message to echo' } },
  required: ['message'],
}

const ANSWERED = [{ code: 'answered', text: 'It answered the protocol handshake, last on 2026-11-22T09:58:30Z.' }]
const ECHO: Candidate = {
  toolId: TOOL_ID,
  kind: 'tool',
  name: 'echo',
  description: 'Echoes back the input string',
  serverId: SERVER_ID,
  serverTitle: 'Everything Reference Server',
  verdict: 'healthy',
  status: 'healthy',
  score: 91.2,
  grade: 'A',
  recommendation: 'proceed',
  reasons: ANSWERED,
  access: 'open',
  inputSchema: ECHO_SCHEMA,
  relevance: 0.912,
  asOf: AS_OF,
}
const REPEAT: Candidate = {
  ...ECHO,
  toolId: 'garden/parrot/parrot/repeat',
  name: 'repeat',
  description: 'Repeats what it is told',
  serverId: 'garden/parrot/parrot',
  serverTitle: 'Parrot',
  verdict: 'degraded',
  status: 'degraded',
  score: 71.4,
  grade: 'C',
  recommendation: 'proceed_with_caution',
  reasons: [{ code: 'flapping', text: 'It went down 3 times within 24 hours.' }],
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  relevance: 0.774,
}
const INDEPENDENT = { repository: true, backend: true, host: true }
const HINTS: CallHints = {
  callable: 'endpoint',
  endpoint: 'https://everything.example/mcp',
  endpointTemplate: null,
  transport: 'streamable-http',
  package: null,
  baseUrl: null,
  documentation: null,
  protocolVersion: '2025-11-25',
  auth: { type: 'none', required: false, scheme: null, signIn: null },
  timeoutMs: 1000,
  retry: { attempts: 2, backoffMs: 500 },
  requiredParams: ['message'],
  exampleArguments: { message: 'An example text.' },
  annotations: { title: 'Echo', readOnlyHint: true },
  knownErrors: [],
  notes: [],
}
const HEALTH: Health = {
  toolId: TOOL_ID,
  verdict: 'healthy',
  score: 91.2,
  uptime: {
    '24h': { ratio: 1, observedHours: 23.9 },
    '7d': { ratio: 0.9986, observedHours: 166.2 },
    '30d': { ratio: 0.9991, observedHours: 711.4 },
    '90d': { ratio: 0.9989, observedHours: 1530.8 },
    since: '2026-09-19T07:12:04.511Z',
  },
  forecast: {
    horizons: [
      { hours: 1, up: 0.9987 },
      { hours: 6, up: 0.9971 },
      { hours: 24, up: 0.9953 },
    ],
    trend: 'steady',
    basis: 'observed',
    method: 'outages-2.25e779c8',
    asOf: AS_OF,
  },
  grade: 'A',
  recommendation: 'proceed',
  status: 'healthy',
  axes: { reachable: true, access: 'open', verified: 'probe' },
  reasons: ANSWERED,
  downSince: null,
  lastProbe: { at: AS_OF, outcome: 'ok', reason: 'answered' },
  evidence: [
    {
      kind: 'endpoint',
      target: 'streamable-http',
      url: 'http://127.0.0.1:3901/mcp',
      state: 'up',
      since: '2026-08-01T00:00:00.000Z',
      asOf: AS_OF,
      reason: 'answered',
      version: null,
      package: null,
    },
  ],
  maintenance: null,
  signIn: null,
  confidence: 0.97,
  asOf: AS_OF,
  staleAfter: '2026-11-22T11:58:30.029Z',
}

/** Signed with the public example key of RFC 8037, appendix A: it verifies with `JWKS`, and proves nothing else. */
const ATTESTATION =
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsiLCJ0eXAiOiJ0b29sLXJlbGlhYmlsaXR5K2p3dCJ9.eyJpc3MiOiJodHRwczovL2Fzc2F5LmV4YW1wbGUiLCJzdWIiOiJucG0tb2ZmaWNpYWwvbW9kZWxjb250ZXh0cHJvdG9jb2wvc2VydmVyLWV2ZXJ5dGhpbmcvZWNobyIsImlhdCI6MTc5NTM0MTYwMCwiZXhwIjoxNzk1NDI4MDAwLCJ2ZXJkaWN0IjoiaGVhbHRoeSIsInNjb3JlIjo5MS4yLCJncmFkZSI6IkEiLCJmb3JtdWxhIjoiYXNzYXktMyIsImFzT2YiOiIyMDI2LTExLTIyVDA5OjU4OjMwLjAyOVoifQ.gb5aKmDWcOcz6OKD9Pn-tMq8WlaWMHT_ttDvfFFhiacvE-GFgCSj7RHP2pG0se34lsd8pZpEW7fMJgobwQwTBQ'
const JWKS: z.output<typeof JwkSet> = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    },
  ],
}
const SCORE: ScoreAnswer = {
  toolId: TOOL_ID,
  verdict: 'healthy',
  recommendation: 'proceed',
  reasons: ANSWERED,
  score: 91.2,
  grade: 'A',
  formula: 'assay-3',
  asOf: AS_OF,
  attestation: ATTESTATION,
}
const ROUTE: RouteAnswer = {
  chosen: { ...ECHO, callHints: HINTS },
  fallbacks: [{ ...REPEAT, independent: INDEPENDENT, callable: 'endpoint', step: 1 }],
  recommendation: 'proceed',
  confidence: 0.912,
}
const ALTERNATIVE: Alternative = {
  ...REPEAT,
  similarity: 0.81,
  argsCompatible: false,
  mappable: true,
  parameterMap: [{ from: 'message', to: 'text', kind: 'renamed' }],
  independent: INDEPENDENT,
}
const COMPACT_ECHO: CompactCandidate = {
  toolId: TOOL_ID,
  name: 'echo',
  description: 'Echoes back the input string',
  verdict: 'healthy',
  status: 'healthy',
  score: 91.2,
  recommendation: 'proceed',
  relevance: 0.912,
  asOf: AS_OF,
}
const COMPACT_ROUTE: CompactRouteAnswer = {
  chosen: {
    ...COMPACT_ECHO,
    callHints: {
      callable: 'endpoint',
      endpoint: 'https://everything.example/mcp',
      transport: 'streamable-http',
      auth: HINTS.auth,
      timeoutMs: 1000,
      requiredParams: ['message'],
      exampleArguments: { message: 'An example text.' },
    },
  },
  fallbacks: [{ toolId: REPEAT.toolId, verdict: 'degraded', relevance: 0.774 }],
  recommendation: 'proceed',
  confidence: 0.912,
}
const COMPACT_ALTERNATIVE: CompactAlternativesAnswer['alternatives'][number] = {
  toolId: REPEAT.toolId,
  name: 'repeat',
  description: REPEAT.description,
  verdict: 'degraded',
  status: 'degraded',
  score: 71.4,
  recommendation: 'proceed_with_caution',
  asOf: AS_OF,
  similarity: 0.81,
  argsCompatible: false,
  mappable: true,
  parameterMap: [{ from: 'message', to: 'text', kind: 'renamed' }],
}
const BREAKAGE: Breakage = {
  id: 'brk_41',
  serverId: 'garden/lantern/lamps',
  serverTitle: 'Lamps',
  toolIds: ['garden/lantern/lamps/light', 'garden/lantern/lamps/dim'],
  tools: 2,
  kind: 'down',
  severity: 'major',
  openedAt: '2026-11-22T08:41:12.006Z',
  lastSeenAt: '2026-11-22T09:56:40.817Z',
  closedAt: null,
  times: 1,
  evidence: [{ code: 'connect_failed', text: 'The connection was refused or broke.', at: '2026-11-22T08:41:12.006Z' }],
  recommendation: 'avoid',
  group: 'inc_12',
}
const INCIDENT: Incident = {
  id: 'inc_12',
  cause: 'host',
  what: 'lamps.example',
  kinds: ['down'],
  severity: 'major',
  openedAt: '2026-11-22T08:41:12.006Z',
  lastSeenAt: '2026-11-22T09:56:40.817Z',
  servers: 1,
  tools: 2,
  breakages: ['brk_41'],
}
const FILES: CategorySummary = {
  slug: 'files',
  name: 'Files & storage',
  description: 'Reading, writing and keeping files.',
  tracked: 1,
  healthy: 1,
  url: '/category/files',
}
const CATEGORY: z.output<typeof CategoryListing> = {
  ...FILES,
  page: 1,
  pages: 1,
  rows: [
    {
      rank: 1,
      toolId: 'garden/northwind/file-cabinet/read_file',
      name: 'read_file',
      serverId: 'garden/northwind/file-cabinet',
      serverTitle: 'File Cabinet',
      status: 'healthy',
      verdict: 'healthy',
      recommendation: 'proceed',
      reasons: ANSWERED,
      score: 88.1,
      grade: 'B',
      description: 'Reads one file as text.',
      alternatives: '/alternatives/garden/northwind/file-cabinet/read_file',
    },
  ],
  faq: [
    {
      question: 'What if one of them is down?',
      answer: 'Ask GET /v1/alternatives/{toolId}: it answers live tools that do the same.',
    },
  ],
  asOf: AS_OF,
}
const FEED: z.output<typeof FeedAnswer> = {
  generatedAt: '2026-11-22T10:00:00.000Z',
  version: '1042-kx0f3Zq8mB5tYd1e',
  answer: 'full',
  since: null,
  openBreakages: [
    {
      id: BREAKAGE.id,
      serverId: BREAKAGE.serverId,
      toolIds: null,
      kind: 'down',
      severity: 'major',
      openedAt: BREAKAGE.openedAt,
      recommendation: 'avoid',
      group: 'inc_12',
    },
  ],
  removed: [],
  cursor: null,
  scores: [{ toolId: TOOL_ID, verdict: 'healthy', score: 91.2, grade: 'A', status: 'healthy' }],
}
const REPORT: Report = {
  asOf: AS_OF,
  license: 'CC-BY-4.0',
  totals: {
    servers: 2,
    tools: 15,
    byVerdict: { healthy: 13, degraded: 0, unknown: 0, down: 2 },
    byStatus: { healthy: 1, degraded: 0, unknown: 0, down: 1, auth: 0 },
    byAccess: { open: 2, auth: 0, paid: 0, unknown: 0 },
    byTransport: [{ transport: 'streamable-http', servers: 2 }],
    withoutAddress: 0,
    byRegistry: [{ registry: 'npm', servers: 1 }],
    byProtocol: [{ revision: '2025-11-25', servers: 2 }],
    byCategory: [{ slug: 'files', name: 'Files & storage', tracked: 1, healthy: 1 }],
  },
  latency: {
    servers: 1,
    medianMs: { p50: 212, p90: 212, p99: 212 },
    p95Ms: { p50: 480, p90: 480, p99: 480 },
    distribution: [{ fromMs: 200, toMs: 300, servers: 1 }],
  },
  failures: [{ reason: 'timed_out', description: 'It did not answer within the time allowed.', servers: 1 }],
  breakages: {
    open: { ...(Object.fromEntries(BREAKAGE_KINDS.map((kind) => [kind, 0])) as Record<BreakageKind, number>), down: 1 },
    openedLast24h: 1,
    closedLast24h: 0,
  },
  drift: {
    last7d: { safety: 0, breaking: 0, additive: 1, wording: 2 },
    last30d: { safety: 0, breaking: 1, additive: 3, wording: 5 },
  },
  texts: {
    servers: 10770,
    flags: [
      {
        flag: 'steers_other_tools',
        description: 'Instructs the agent to call it before, after or instead of any other tool.',
        servers: 4,
        share: 0.0004,
      },
    ],
  },
  accuracy: {
    windowDays: 30,
    verdicts: {
      byVerdict: [{ verdict: 'down', begun: 3, reversed: 1, reversedShare: 0.3333 }],
      reversedWithinMinutes: 30,
      down: {
        begun: 3,
        takenBack: 0,
        takenBackShare: 0,
        takenBackWithinMinutes: 5,
        timed: 3,
        secondsSinceLastAnswer: { p50: 620, p90: 940 },
        secondsSinceFirstFailure: { p50: 81, p90: 84 },
        knownWithin: [{ seconds: 900, share: 0.8889 }],
      },
    },
    forecasts: [
      {
        method: 'outages-2.25e779c8',
        hours: 1,
        settled: 1440,
        unsettled: 12,
        upShare: 0.9961,
        scores: { brier: 0.0021, logLoss: 0.0113 },
        calibrationError: 0.0009,
        persistence: { brier: 0.0029, logLoss: 0.0184 },
        baseRate: { brier: 0.0039, logLoss: 0.0255 },
        skill: {
          againstPersistence: { brier: 0.2759, logLoss: 0.3859 },
          againstBaseRate: { brier: 0.4615, logLoss: 0.5569 },
        },
        reliability: [{ from: 0.95, to: 1, n: 1434, meanForecast: 0.9978, upShare: 0.9986 }],
      },
    ],
    sample: { everyMinutes: 60 },
  },
  method: {
    formula: 'assay-3',
    filter: 'two-state-2',
    forecast: 'outages-2.25e779c8',
    page: 'https://assay.example/trust/method',
    interface: 'https://assay.example/openapi.json',
    keys: 'https://assay.example/.well-known/jwks.json',
  },
}
const DECLARATIONS = {
  serverId: 'garden/northwind/file-cabinet',
  listsReadAt: '2026-11-22T06:00:02.114Z',
  changedAt: '2026-11-22T08:41:12.006Z',
  parts: [
    { part: 'instructions', digest: 'pZ1c0bq7mS3nTt0h8Yx2dQ', since: '2026-11-22T08:41:12.006Z' },
    { part: 'prompts', digest: 'Q0m5W3sVb9kLr2yD6tE8aA', since: '2026-11-20T10:00:00.000Z' },
  ],
  instructions: 'List the folders before you read a file.',
  serverInfo: { name: 'file-cabinet', title: 'File cabinet', version: '2.1.0', websiteUrl: null },
  capabilities: ['prompts', 'tools', 'tools.listChanged'],
  extensions: [],
  prompts: [
    {
      name: 'summarize',
      title: null,
      description: 'Summarizes a file.',
      arguments: [{ name: 'path', description: 'Where it is.', required: true }],
    },
  ],
  resources: [],
  templates: [],
  skills: null,
  cut: [],
  card: {
    url: 'https://cabinet.example/.well-known/mcp/server-card.json',
    version: '2.0.0',
    conflicts: ['version'],
  },
  flags: [],
  openChange: null,
  changes: [
    {
      at: '2026-11-22T08:41:12.006Z',
      class: 'wording',
      times: 1,
      changes: [
        { part: 'instructions', class: 'wording', code: 'instructions_changed', text: 'Its instructions changed.' },
      ],
    },
  ],
  cost: {
    tokens: 412,
    tokenizer: 'o200k_base',
    tools: [{ toolId: 'garden/northwind/file-cabinet/read_file', tokens: 118 }],
  },
}
const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
  <channel>
    <title>Assay: what is broken now</title>
    <link>https://assay.example/breakages</link>
    <description>Open incidents of MCP servers and their tools.</description>
    <item>
      <title>Lamps: down</title>
      <link>https://assay.example/tool/garden/lantern/lamps</link>
      <guid isPermaLink="false">inc_12</guid>
      <pubDate>Sun, 22 Nov 2026 08:41:12 GMT</pubDate>
    </item>
  </channel>
</rss>`
const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://assay.example/breakages</id>
  <title>Assay: what is broken now</title>
  <updated>2026-11-22T08:41:12.006Z</updated>
  <entry>
    <title type="html">Lamps: down</title>
    <id>https://assay.example/breakages#inc_12</id>
    <link href="https://assay.example/tool/garden/lantern/lamps"/>
    <updated>2026-11-22T08:41:12.006Z</updated>
  </entry>
</feed>`
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Assay: what is broken now',
  home_page_url: 'https://assay.example/breakages',
  items: [
    {
      id: 'https://assay.example/breakages#inc_12',
      url: 'https://assay.example/tool/garden/lantern/lamps',
      title: 'Lamps: down',
      date_published: '2026-11-22T08:41:12.006Z',
    },
  ],
})
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="136" height="20" role="img" aria-label="assay: healthy 91.2 A"><title>assay: healthy 91.2 A</title></svg>'
const LLMS = `# Assay

> A tool reliability oracle for AI agents: does a tool work now, how is it called, what can be used instead.

## Calls to make first

- [GET /v1/route?task=](https://assay.example/v1/route?task=read%20a%20file): The tool for a task, how to call it, what to use instead`

/** The answer to a successful call, by the name of the operation. */
export const EXAMPLES = {
  ping: { ok: true },
  search: { results: [{ ...ECHO, match: 'text', alsoListedAs: ['mcpm/modelcontextprotocol/everything/echo'] }] },
  compactSearch: { results: [COMPACT_ECHO] },
  route: ROUTE,
  compactRoute: COMPACT_ROUTE,
  health: HEALTH,
  score: SCORE,
  declarations: DECLARATIONS,
  alternatives: { alternatives: [ALTERNATIVE], floor: 0.68, reason: null },
  compactAlternatives: { alternatives: [COMPACT_ALTERNATIVE], floor: 0.68, reason: null },
  breakages: { breakages: [BREAKAGE], incidents: [INCIDENT] },
  report: REPORT,
  categories: { categories: [FILES] },
  category: CATEGORY,
  feed: FEED,
  breakagesRss: RSS,
  breakagesAtom: ATOM,
  breakagesJsonFeed: JSON_FEED,
  badge: SVG,
  badgeEndpoint: {
    schemaVersion: 1,
    label: 'assay',
    message: 'healthy 91.2 A',
    color: '#12643a',
    cacheSeconds: 300,
  },
  jwks: JWKS,
  openapi: { openapi: '3.1.0', info: { title: 'Assay', version: '1' }, paths: {} },
  llms: LLMS,
  healthz: { ok: true },
  readyz: { ready: true, checks: { database: 'ok', ratings: 'ok', searchIndex: 'ok' } },
} as const
