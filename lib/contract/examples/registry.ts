import type { AiCatalog } from '../shapes/ai-catalog'
import { OFFICIAL_META, RATING_META, type RegistryEntry, type RegistryList } from '../shapes/registry'
import { AS_OF, HEALTH, SERVER_ID } from './rating'

const BASE = 'https://assay.example'

export const REGISTRY_ENTRY: RegistryEntry = {
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'assay.npm-official/modelcontextprotocol__server-everything',
    title: 'Everything Reference Server',
    description: 'Exercises all features of the protocol.',
    version: '2026.8.31',
    repository: { url: 'https://github.com/modelcontextprotocol/servers', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: '@modelcontextprotocol/server-everything',
        version: '2026.8.31',
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
      },
    ],
  },
  _meta: {
    [OFFICIAL_META]: {
      status: 'active',
      publishedAt: '2026-09-19T07:12:04.511Z',
      updatedAt: '2026-11-02T03:00:11.204Z',
      isLatest: true,
    },
    [RATING_META]: {
      serverId: SERVER_ID,
      verdict: HEALTH.verdict,
      recommendation: HEALTH.recommendation,
      score: HEALTH.score,
      grade: HEALTH.grade,
      access: HEALTH.axes.access,
      uptime: HEALTH.uptime,
      drift: { level: 'none', days: 30 },
      asOf: AS_OF,
      staleAfter: HEALTH.staleAfter,
      evidence: [
        { type: 'attestation', ref: `${BASE}/v1/score/${SERVER_ID}`, schema: 'tool-reliability+jwt' },
        { type: 'key-set', ref: `${BASE}/.well-known/jwks.json`, schema: 'RFC 7517' },
        { type: 'proof-page', ref: `${BASE}/proof/${SERVER_ID}` },
      ],
    },
  },
}

export const REGISTRY_LIST: RegistryList = { servers: [REGISTRY_ENTRY], metadata: { count: 1 } }

const AI_CATALOG: AiCatalog = {
  specVersion: '1.0',
  host: { displayName: 'Assay', identifier: BASE, documentationUrl: `${BASE}/docs` },
  entries: [
    {
      identifier: `${BASE}/v0.1/servers`,
      type: 'application/json',
      displayName: 'MCP registry',
      description: 'The catalog in the form of the official MCP registry’s API, with ratings.',
      url: `${BASE}/v0.1/servers`,
      trustManifests: [
        {
          contributor: BASE,
          attestations: [
            { type: 'key-set', uri: `${BASE}/.well-known/jwks.json`, description: 'Keys that verify every rating.' },
          ],
        },
      ],
    },
  ],
}

export const AI_CATALOG_EXAMPLE = JSON.stringify(AI_CATALOG)
