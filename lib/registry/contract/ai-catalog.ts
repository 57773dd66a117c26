import { z } from 'zod'

const Attestation = z.object({
  type: z.string().meta({ description: 'What it is.' }),
  uri: z.string().meta({ description: 'Where it is.' }),
  description: z.string().meta({ description: 'What can be checked with it.' }),
})

const TrustManifest = z.object({
  contributor: z.string().meta({ description: 'Who says it: the address of this service.' }),
  attestations: z.array(Attestation).meta({ description: 'Where its statements can be checked.' }),
})

const CatalogEntry = z.object({
  identifier: z
    .string()
    .meta({ description: 'Names the entry: an address, or a name under the domain of this service.' }),
  type: z.string().meta({ description: 'Media type of what it leads to.' }),
  displayName: z.string().meta({ description: 'For people.' }),
  description: z.string().meta({ description: 'In a sentence.' }),
  url: z.string().optional().meta({ description: 'Where it is.' }),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The thing itself, where it has no address.' }),
  trustManifests: z.array(TrustManifest).meta({ description: 'Who says what of it.' }),
})

/** The AI Catalog of this service; the draft and its date are in docs/registry.md. */
export const AiCatalog = z
  .object({
    specVersion: z.literal('1.0').meta({ description: 'Version of the draft.' }),
    host: z
      .object({
        displayName: z.string().meta({ description: 'Name of this service.' }),
        identifier: z.string().meta({ description: 'Its address.' }),
        documentationUrl: z.string().meta({ description: 'Its documentation.' }),
      })
      .meta({ description: 'Who offers it.' }),
    entries: z.array(CatalogEntry).meta({ description: 'What it offers.' }),
  })
  .meta({ id: 'AiCatalog', description: 'What this service offers, as the AI Catalog draft has it.' })
export type AiCatalog = z.infer<typeof AiCatalog>
