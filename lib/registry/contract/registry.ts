import { z } from 'zod'
import { Instant } from '../../contract/instant'
import { Uptime } from '../../contract/shapes/health'
import { Access, Grade, Recommendation, Score, ServerId, Verdict } from '../../contract/shapes/terms'
import {
  isRegistryName,
  LONGEST_REGISTRY_NAME,
  REGISTRY_NAME,
  SHORTEST_REGISTRY_NAME,
} from '../../core/catalog/registry-name'
import { DRIFT_LEVELS } from '../rules/policy'

/** The key of what the official registry says of an entry; other registries that its clients read use it too. */
export const OFFICIAL_META = 'io.modelcontextprotocol.registry/official'
/** The key of what this service says of an entry. */
export const RATING_META = 'dev.assay.registry/rating'

/** A name as a caller sends it. */
export const RegistryName = z
  .string()
  .min(1)
  .max(LONGEST_REGISTRY_NAME)
  .refine(
    isRegistryName,
    'a name as the registry lists it: one slash between letters, digits, dots, hyphens and, after it, underscores',
  )
  .meta({
    description: 'The name of a server as the list has it. Its slash may be sent as %2F or raw.',
    example: 'io.github.user/weather',
  })

const Variables = z
  .record(z.string(), z.object({ isRequired: z.boolean().meta({ description: 'Whether it must be filled.' }) }))
  .meta({ description: 'What a caller fills in, by the name in braces.' })

const RegistryRemote = z.object({
  type: z.enum(['streamable-http', 'sse']).meta({ description: 'The transport.' }),
  url: z.string().meta({ description: 'The address; a part in braces is a variable.' }),
  variables: Variables.optional(),
})

const RegistryArguments = z.array(
  z.object({
    type: z.enum(['named', 'positional']).meta({ description: 'Whether it has a name, or a place.' }),
    name: z.string().optional().meta({ description: 'Its name, such as `--port`.' }),
    valueHint: z.string().optional().meta({ description: 'A word for its value.' }),
    value: z.string().optional().meta({ description: 'What to pass, unless another value is chosen.' }),
    description: z.string().optional().meta({ description: 'What it is for, as its publisher says.' }),
    isRequired: z.boolean().meta({ description: 'Whether it must be given.' }),
    isRepeated: z.boolean().meta({ description: 'Whether it may be given several times.' }),
  }),
)

const RegistryPackage = z.object({
  registryType: z.enum(['npm', 'pypi', 'nuget', 'oci']).meta({ description: 'Where the package is published.' }),
  identifier: z.string().meta({ description: 'Name of the package; of an image, its reference with its tag.' }),
  version: z.string().optional().meta({ description: 'The version that the catalog names; left out: it names none.' }),
  runtimeHint: z.string().meta({ description: 'The command that starts it.' }),
  transport: z
    .object({ type: z.literal('stdio').meta({ description: 'It speaks over stdio.' }) })
    .meta({ description: 'How a client speaks with it.' }),
  runtimeArguments: RegistryArguments.optional().meta({
    description: 'Arguments of the command that starts it, before its name.',
  }),
  packageArguments: RegistryArguments.optional().meta({ description: 'Arguments of its own, after its name.' }),
  environmentVariables: z
    .array(
      z.object({
        name: z.string().meta({ description: 'Name of the variable.' }),
        isRequired: z.boolean().meta({ description: 'Whether it must be set.' }),
        isSecret: z.boolean().optional().meta({ description: 'true: its value is one to keep secret.' }),
        description: z.string().optional().meta({ description: 'What it is for, as its publisher says.' }),
      }),
    )
    .optional()
    .meta({ description: 'Environment variables that it reads; values are never listed.' }),
})

const ServerJson = z
  .object({
    $schema: z.string().meta({ description: 'The published schema of this form.' }),
    name: z
      .string()
      .min(SHORTEST_REGISTRY_NAME)
      .max(LONGEST_REGISTRY_NAME)
      .regex(REGISTRY_NAME)
      .meta({ description: 'The name in the registry; docs/registry.md has the rule that makes it of the id.' }),
    title: z.string().min(1).max(100).meta({ description: 'Title, cleaned and cut.' }),
    description: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Description, cleaned and cut; the title where it has none.' }),
    version: z
      .string()
      .max(255)
      .meta({ description: 'Of the catalog entry, else of its package; `0.0.0-unknown` where neither names one.' }),
    repository: z
      .object({
        url: z.string().meta({ description: 'Its address.' }),
        source: z.string().meta({ description: 'github, gitlab, bitbucket, else the host.' }),
      })
      .optional()
      .meta({ description: 'Where its source is; left out: not known.' }),
    remotes: z.array(RegistryRemote).optional().meta({ description: 'Addresses of MCP endpoints.' }),
    packages: z.array(RegistryPackage).optional().meta({ description: 'Packages that a client can start.' }),
  })
  .meta({ id: 'ServerJson', description: 'A server in the form of `server.json` of the official MCP registry.' })

export const EvidenceReference = z
  .object({
    type: z.string().meta({ description: 'What it is: attestation, key-set, proof-page, log-leaf.' }),
    ref: z.string().meta({ description: 'Where it is.' }),
    schema: z.string().optional().meta({ description: 'The form of what is there.' }),
    digest: z.string().optional().meta({ description: '`sha256:` and the digest of what it stands for.' }),
    canonicalization: z.string().optional().meta({ description: 'How that was written before it was hashed.' }),
  })
  .meta({ id: 'EvidenceReference', description: 'Points at evidence, and holds none.' })
export type EvidenceReference = z.infer<typeof EvidenceReference>

const OfficialMeta = z
  .object({
    status: z
      .enum(['active', 'deprecated', 'deleted'])
      .meta({ description: 'deleted: removed by its source, no longer callable, or, under a policy, outside of it.' }),
    statusMessage: z.string().max(500).optional().meta({ description: 'Why it is deleted.' }),
    publishedAt: Instant.meta({ description: 'When this service first saw it.' }),
    updatedAt: Instant.meta({ description: 'When its catalog entry last changed here.' }),
    isLatest: z.boolean().meta({ description: 'Whether it is the version that the catalog has.' }),
  })
  .meta({ description: 'What the official registry says of its entries, said here of ours.' })

const RatingMeta = z
  .object({
    serverId: ServerId,
    verdict: Verdict,
    recommendation: Recommendation,
    score: Score,
    grade: Grade,
    access: Access,
    uptime: Uptime.nullable().meta({ description: 'null: never probed.' }),
    drift: z
      .object({
        level: z.enum(DRIFT_LEVELS).meta({
          description:
            'Its worst change within the window; none: no change; unknown: it never listed its tools itself.',
        }),
        days: z.int().meta({ description: 'Length of the window.' }),
      })
      .meta({ description: 'How what it declares changed lately.' }),
    asOf: Instant.nullable().meta({ description: 'Time of the newest evidence; null where there is none.' }),
    staleAfter: Instant.nullable().meta({ description: 'From then on, without new evidence, the verdict is unknown.' }),
    evidence: z.array(EvidenceReference).meta({ description: 'Where it can be checked.' }),
  })
  .meta({ description: 'What this service says of the server.' })

export const RegistryEntry = z
  .object({
    server: ServerJson,
    _meta: z
      .object({ [OFFICIAL_META]: OfficialMeta, [RATING_META]: RatingMeta })
      .meta({ description: 'Members by namespace.' }),
  })
  .meta({ id: 'RegistryEntry', description: '`ServerResponse` of the official MCP registry, with our rating.' })
export type RegistryEntry = z.infer<typeof RegistryEntry>

export const RegistryList = z
  .object({
    servers: z.array(RegistryEntry).meta({ description: 'The entries of this page.' }),
    metadata: z
      .object({
        count: z.int().min(0).meta({ description: 'Entries of this page.' }),
        nextCursor: z.string().optional().meta({ description: 'For the next page; left out: there is none.' }),
      })
      .meta({ description: 'Where the list goes on.' }),
  })
  .meta({ id: 'RegistryList', description: '`ServerList` of the official MCP registry.' })
export type RegistryList = z.infer<typeof RegistryList>
