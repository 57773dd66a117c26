import { EXAMPLES } from '@/lib/contract/examples'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { ServerFacts } from './server-facts'
import type { ToolItem } from './tools-card'

/** A tool of it. */
export const testTool = (name: string, more: Partial<ToolItem> = {}): ToolItem => ({
  toolId: `g/chat/${name}`,
  name,
  description: '',
  arguments: [],
  status: 'healthy',
  readOnly: true,
  destructive: null,
  removedAt: null,
  fault: null,
  change: null,
  ...more,
})

/** What the page of a server that works shows. */
export const TEST_SERVER: ServerFacts = {
  entry: {
    serverId: 'g/chat',
    serverTitle: 'Chat',
    description: 'Posts messages.',
    registry: 'file',
    repository: null,
    isDeleted: false,
    listedAt: null,
    declaredAuth: null,
  },
  catalog: {
    publisher: { name: null, state: 'unknown' },
    licence: null,
    release: { version: null, at: null },
    ways: [],
    inputs: [],
    listings: [],
  },
  transport: 'streamable-http',
  category: null,
  health: EXAMPLES.health as Health,
  rating: EXAMPLES.score as ScoreAnswer,
  signedAt: '2026-11-22T01:34:00.000Z',
  history: {
    days: [],
    latency: { '24h': { stepHours: 1, points: [] }, '30d': { stepHours: 6, points: [] } },
    outages: [],
  },
  latency: { medianMs: 173, p95Ms: 205, lastMs: 173 },
  listedSince: '2026-08-25T00:00:00.000Z',
  checks: 2611,
  events: [],
  tools: [testTool('post'), testTool('read')],
  toolsAreCut: false,
  alternatives: { alternatives: [], reason: null },
  setups: [{ client: 'Claude Code', kind: 'command', file: null, text: 'claude mcp add chat', link: null }],
  api: null,
  deny: null,
  change: null,
  unsafe: null,
}
