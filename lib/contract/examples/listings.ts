import type { z } from 'zod'
import type { FeedAnswer } from '../feed'
import type { Breakage, CompactBreakagesAnswer, Incident, IncidentRecord } from '../shapes/breakages'
import type { CategoryListing, CategorySummary } from '../shapes/categories'
import { ANSWERED, AS_OF, TOOL_ID } from './rating'

export const BREAKAGE: Breakage = {
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

export const INCIDENT: Incident = {
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

export const INCIDENT_RECORD: IncidentRecord = { ...INCIDENT, closedAt: null, serversInAll: 1, breakages: [BREAKAGE] }

export const COMPACT_BREAKAGES: CompactBreakagesAnswer = {
  breakages: [
    {
      id: 'brk_41',
      serverId: BREAKAGE.serverId,
      kind: 'down',
      severity: 'major',
      openedAt: BREAKAGE.openedAt,
      tools: 2,
      evidence: BREAKAGE.evidence,
      recommendation: 'avoid',
      group: 'inc_12',
    },
  ],
  incidents: [
    {
      id: 'inc_12',
      cause: 'host',
      what: 'lamps.example',
      severity: 'major',
      openedAt: INCIDENT.openedAt,
      servers: 1,
      tools: 2,
    },
  ],
}

export const FILES: CategorySummary = {
  slug: 'files',
  name: 'Files & storage',
  description: 'Reading, writing and keeping files.',
  tracked: 1,
  healthy: 1,
  working: 1,
  url: '/category/files',
}

export const CATEGORY: z.output<typeof CategoryListing> = {
  ...FILES,
  page: 1,
  pages: 1,
  view: 'all',
  sort: 'rank',
  matching: 1,
  servers: 1,
  rows: [
    {
      rank: 1,
      toolId: 'garden/northwind/file-cabinet/read_file',
      kind: 'tool',
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
      access: 'open',
      official: false,
      readOnly: true,
      latency: { medianMs: 180, p95Ms: 410 },
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

export const FEED: z.output<typeof FeedAnswer> = {
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
  scores: [
    { toolId: TOOL_ID, verdict: 'healthy', score: 91.2, grade: 'A', status: 'healthy', recommendation: 'proceed' },
  ],
}
