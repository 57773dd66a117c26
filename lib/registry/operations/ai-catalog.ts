import { defineEndpoint } from '../../http/operation'
import type { RegistryContext } from '../context'
import type { AiCatalog } from '../contract/ai-catalog'

/**
 * What this service offers, as JSON, with where its statements can be checked. The entries are statements of this
 * service about itself, and are not signed.
 */
export const aiCatalogEndpoint = defineEndpoint('aiCatalog', async (_input, { baseUrl, tlog }: RegistryContext) => {
  const trustManifests = [{ contributor: baseUrl, attestations: attestationsAt(baseUrl, tlog != null) }]
  const answer: AiCatalog = {
    specVersion: '1.0',
    host: { displayName: 'Assay', identifier: baseUrl, documentationUrl: `${baseUrl}/docs` },
    entries: aiCatalogEntriesAt(baseUrl).map((entry) => ({ ...entry, trustManifests })),
  }
  return JSON.stringify(answer)
})

type AiCatalogEntry = AiCatalog['entries'][number]

function aiCatalogEntriesAt(baseUrl: string): Omit<AiCatalogEntry, 'trustManifests'>[] {
  return [
    {
      identifier: `${baseUrl}/v0.1/servers`,
      type: 'application/json',
      displayName: 'MCP registry',
      description: 'The catalog in the form of the official MCP registry’s API, with ratings.',
      url: `${baseUrl}/v0.1/servers`,
    },
    {
      identifier: `${baseUrl}/mcp`,
      type: 'application/mcp-server-card+json',
      displayName: 'Assay',
      description: 'The oracle as an MCP server: does a tool work now, how is it called, what can be used instead.',
      data: {
        name: 'dev.assay/oracle',
        version: '1',
        description: 'Does a tool work now, how is it called, what can be used instead.',
        remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
      },
    },
    {
      identifier: `${baseUrl}/openapi.json`,
      type: 'application/vnd.oai.openapi+json',
      displayName: 'Assay',
      description: 'The whole interface.',
      url: `${baseUrl}/openapi.json`,
    },
  ]
}

function attestationsAt(baseUrl: string, hasLog: boolean): AiCatalogEntry['trustManifests'][number]['attestations'] {
  return [
    { type: 'key-set', uri: `${baseUrl}/.well-known/jwks.json`, description: 'The keys that verify every rating.' },
    {
      type: 'reliability-feed',
      uri: `${baseUrl}/v1/reliability/feed`,
      description: 'Every rating, with a detached signature in X-JWS-Signature.',
    },
    ...(hasLog ? [tlogAt(baseUrl)] : []),
  ]
}

function tlogAt(baseUrl: string) {
  return {
    type: 'transparency-log',
    uri: `${baseUrl}/log/checkpoint`,
    description: 'The signed checkpoint of the log of verdicts, scores and changes (C2SP tlog-tiles).',
  }
}
