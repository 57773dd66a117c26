import type { z } from 'zod'
import type { CompactHealth, Health } from '../shapes/health'
import type { JwkSet } from '../shapes/process'
import type { ScoreAnswer } from '../shapes/score'

// Successful answers for the documentation. They agree with each other: one tool, one server, one moment.

export const SERVER_ID = 'npm-official/modelcontextprotocol/server-everything'

export const TOOL_ID = `${SERVER_ID}/echo`

export const AS_OF = '2026-11-22T09:58:30.029Z'

export const ANSWERED = [
  { code: 'answered', text: 'It answered the protocol handshake, last on 2026-11-22T09:58:30Z.' },
]

export const HEALTH: Health = {
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
    method: 'outages-2.25e779c8',
    basis: 'own',
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

export const COMPACT_HEALTH: CompactHealth = {
  toolId: TOOL_ID,
  verdict: 'healthy',
  status: 'healthy',
  score: 91.2,
  grade: 'A',
  recommendation: 'proceed',
  reasons: ANSWERED,
  forecast: HEALTH.forecast,
  downSince: null,
  confidence: HEALTH.confidence,
  asOf: AS_OF,
  staleAfter: HEALTH.staleAfter,
}

/** Signed with the public example key of RFC 8037, appendix A: it verifies with `JWKS`, and proves nothing else. */
const ATTESTATION =
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsiLCJ0eXAiOiJ0b29sLXJlbGlhYmlsaXR5K2p3dCJ9.eyJpc3MiOiJodHRwczovL2Fzc2F5LmV4YW1wbGUiLCJzdWIiOiJucG0tb2ZmaWNpYWwvbW9kZWxjb250ZXh0cHJvdG9jb2wvc2VydmVyLWV2ZXJ5dGhpbmcvZWNobyIsImlhdCI6MTc5NTM0MTYwMCwiZXhwIjoxNzk1NDI4MDAwLCJ2ZXJkaWN0IjoiaGVhbHRoeSIsInNjb3JlIjo5MS4yLCJncmFkZSI6IkEiLCJmb3JtdWxhIjoiYXNzYXktMyIsImFzT2YiOiIyMDI2LTExLTIyVDA5OjU4OjMwLjAyOVoifQ.gb5aKmDWcOcz6OKD9Pn-tMq8WlaWMHT_ttDvfFFhiacvE-GFgCSj7RHP2pG0se34lsd8pZpEW7fMJgobwQwTBQ'

export const JWKS: z.output<typeof JwkSet> = {
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

export const SCORE: ScoreAnswer = {
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
