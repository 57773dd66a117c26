import { z } from 'zod'
import { operation } from '../../contract/operation'
import { AiCatalog } from './ai-catalog'
import { RegistryEntry, RegistryList, RegistryName } from './registry'
import examples from './registry-examples.json' with { type: 'json' }
import { IncludeDeleted, LIST_PARAMETERS, POLICY_PARAMETERS, PolicyName } from './registry-parameters'

const Version = z
  .string()
  .min(1)
  .max(255)
  .meta({ example: 'latest', description: 'A version as /versions lists it, or latest.' })
const ONE_SERVER = { serverName: RegistryName, include_deleted: IncludeDeleted, ...POLICY_PARAMETERS }
const IN_POLICY =
  'Servers that do not meet the policy are not there. Never cached: a server that breaks the policy is gone with the probe that finds it. The parameters of a policy narrow it further.'

/** The catalog in the form of the official MCP registry's API v0.1, for its clients. */
export const REGISTRY_OPERATIONS = {
  registryServers: operation({
    method: 'GET',
    path: '/v0.1/servers',
    summary: 'The catalog as an MCP registry',
    description:
      'Servers that an MCP client can call, in the form of the official registry’s API, with our rating in `_meta`. With a policy only those that meet it; a page may then be short, and the list ends where `nextCursor` is left out.',
    pathParameters: [],
    input: z.strictObject({ ...LIST_PARAMETERS, ...POLICY_PARAMETERS }),
    output: RegistryList,
    example: examples.list,
    hasErrorMember: true,
    errors: [],
    cache: { maxAgeSeconds: 5 },
  }),
  registryVersions: operation({
    method: 'GET',
    path: '/v0.1/servers/{serverName}/versions',
    summary: 'Known versions of a server in the registry',
    description:
      'The version of the catalog, which is the latest, and the one that the server declares in its handshake where it is another. Older ones are not kept.',
    pathParameters: ['serverName'],
    input: z.strictObject(ONE_SERVER),
    output: RegistryList,
    example: examples.list,
    hasErrorMember: true,
    errors: ['unknown_server'],
    cache: { maxAgeSeconds: 5 },
  }),
  registryVersion: operation({
    method: 'GET',
    path: '/v0.1/servers/{serverName}/versions/{version}',
    summary: 'One version of a server in the registry',
    description: 'The version latest is the one that the catalog has.',
    pathParameters: ['serverName', 'version'],
    input: z.strictObject({ ...ONE_SERVER, version: Version }),
    output: RegistryEntry,
    example: examples.entry,
    hasErrorMember: true,
    errors: ['unknown_server', 'unknown_version'],
    cache: { maxAgeSeconds: 5 },
  }),
  policyServers: operation({
    method: 'GET',
    path: '/registries/{policy}/v0.1/servers',
    summary: 'The registry under a policy',
    description: `As /v0.1/servers, under a policy of the configuration. ${IN_POLICY}`,
    pathParameters: ['policy'],
    input: z.strictObject({ policy: PolicyName, ...LIST_PARAMETERS, ...POLICY_PARAMETERS }),
    output: RegistryList,
    example: examples.list,
    hasErrorMember: true,
    errors: ['unknown_policy'],
    cache: null,
  }),
  policyVersions: operation({
    method: 'GET',
    path: '/registries/{policy}/v0.1/servers/{serverName}/versions',
    summary: 'Known versions of a server under a policy',
    description: `As /v0.1/servers/{serverName}/versions, under a policy of the configuration. ${IN_POLICY}`,
    pathParameters: ['policy', 'serverName'],
    input: z.strictObject({ policy: PolicyName, ...ONE_SERVER }),
    output: RegistryList,
    example: examples.list,
    hasErrorMember: true,
    errors: ['unknown_policy', 'unknown_server'],
    cache: null,
  }),
  policyVersion: operation({
    method: 'GET',
    path: '/registries/{policy}/v0.1/servers/{serverName}/versions/{version}',
    summary: 'One version of a server under a policy',
    description: `As /v0.1/servers/{serverName}/versions/{version}, under a policy of the configuration. ${IN_POLICY}`,
    pathParameters: ['policy', 'serverName', 'version'],
    input: z.strictObject({ policy: PolicyName, ...ONE_SERVER, version: Version }),
    output: RegistryEntry,
    example: examples.entry,
    hasErrorMember: true,
    errors: ['unknown_policy', 'unknown_server', 'unknown_version'],
    cache: null,
  }),
  aiCatalog: operation({
    method: 'GET',
    path: '/.well-known/ai-catalog.json',
    summary: 'This service as an AI catalog',
    description:
      'What this service offers, in the form of the AI Catalog draft, each entry with a trust manifest that points at where its statements can be checked.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.string(),
    document: AiCatalog,
    mediaType: 'application/ai-catalog+json',
    example: examples.aiCatalog,
    errors: [],
    cache: { maxAgeSeconds: 3600 },
  }),
} as const
