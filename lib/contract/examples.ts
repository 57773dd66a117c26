import { ALTERNATIVE, COMPACT_ALTERNATIVE, COMPACT_ECHO, COMPACT_ROUTE, ECHO, ROUTE } from './examples/candidates'
import { DECLARATIONS } from './examples/declarations'
import { ATOM, JSON_FEED, LLMS, RSS, SVG } from './examples/documents'
import { BREAKAGE, CATEGORY, COMPACT_BREAKAGES, FEED, FILES, INCIDENT, INCIDENT_RECORD } from './examples/listings'
import { COMPACT_HEALTH, HEALTH, JWKS, SCORE } from './examples/rating'
import { REPORT } from './examples/report'

/** The answer to a successful call, by the name of the operation. */
export const EXAMPLES = {
  ping: { ok: true },
  search: { results: [{ ...ECHO, match: 'text', alsoListedAs: ['mcpm/modelcontextprotocol/everything/echo'] }] },
  compactSearch: { results: [{ ...COMPACT_ECHO, match: 'text' }] },
  route: ROUTE,
  compactRoute: COMPACT_ROUTE,
  health: HEALTH,
  compactHealth: COMPACT_HEALTH,
  score: SCORE,
  declarations: DECLARATIONS,
  alternatives: { alternatives: [ALTERNATIVE], floor: 0.68, reason: null },
  compactAlternatives: { alternatives: [COMPACT_ALTERNATIVE], floor: 0.68, reason: null },
  breakages: { breakages: [BREAKAGE], incidents: [INCIDENT] },
  compactBreakages: COMPACT_BREAKAGES,
  incidents: { incidents: [INCIDENT_RECORD], page: 1, hasMore: false },
  incident: INCIDENT_RECORD,
  report: REPORT,
  categories: { categories: [FILES] },
  category: CATEGORY,
  categoryCsv:
    'rank,toolId,name,serverId,serverTitle,status,verdict,recommendation,score,grade,access,official,readOnly,medianMs,p95Ms,description\r\n1,garden/northwind/file-cabinet/read_file,read_file,garden/northwind/file-cabinet,File Cabinet,healthy,healthy,proceed,88.1,B,open,false,true,180,410,Reads one file as text.\r\n',
  feed: FEED,
  breakagesRss: RSS,
  breakagesAtom: ATOM,
  breakagesJsonFeed: JSON_FEED,
  badge: SVG,
  badgeEndpoint: {
    schemaVersion: 1,
    label: 'assay',
    message: 'healthy · 30 days: A 91.2',
    color: '#12643a',
    cacheSeconds: 300,
  },
  jwks: JWKS,
  openapi: { openapi: '3.1.0', info: { title: 'Assay', version: '1' }, paths: {} },
  llms: LLMS,
  healthz: { ok: true },
  readyz: { ready: true, checks: { database: 'ok', ratings: 'ok', searchIndex: 'ok' }, log: 'ok' },
} as const
