import { LEAF_KIND_NAMES } from 'assay-verify/leaves/leaf'
import { z } from 'zod'
import { Instant } from '../../contract/instant'

const Hash = z.string().meta({ description: '32 bytes in base64.' })
const LeafNumber = z.int().min(0)
const Size = z.int().min(0)

export const LogSummary = z
  .object({
    origin: z.string().meta({ description: 'The name of the log in its checkpoints. It never changes.' }),
    size: Size.meta({ description: 'Leaves under the newest checkpoint.' }),
    checkpoint: z
      .string()
      .nullable()
      .meta({ description: 'The newest checkpoint, a signed note; null: nothing is published yet.' }),
    publishedAt: Instant.nullable().meta({ description: 'When it was published.' }),
    openedAt: Instant.meta({ description: 'From when on facts are logged.' }),
    recording: z.boolean().meta({ description: 'false: the operator ended the recording.' }),
    waiting: z.int().min(0).meta({ description: 'Facts that wait to be published.' }),
    waitingSeconds: z.number().min(0).meta({ description: 'How long the oldest of them has waited.' }),
    problem: z.string().nullable().meta({ description: 'Why nothing is appended; null: it is.' }),
    kept: z
      .object({
        documentDays: Size.meta({ description: 'Of the inputs of a score, after it was last attested.' }),
        declarationDays: Size.meta({ description: 'Of what a server declared.' }),
        observationDays: Size.meta({ description: 'Of observations.' }),
      })
      .meta({ description: 'Days that what leaves name by a digest or a root is kept at least.' }),
    keys: z
      .array(
        z.object({
          vkey: z.string().meta({ description: 'Verifier key, as C2SP signed-note has it.' }),
          kid: z.string().meta({ description: 'Its RFC 7638 thumbprint, as leaves of the kind `key` have it.' }),
          retiredAt: Instant.nullable().meta({ description: 'null: it signs.' }),
        }),
      )
      .meta({ description: 'Every key that ever signed checkpoints, the oldest first.' }),
    witnesses: z
      .array(
        z.object({
          vkey: z.string().meta({ description: 'Verifier key of the witness.' }),
          cosignedAt: Instant.nullable().meta({
            description: 'When it cosigned `cosigned`, as it says; null: it did not.',
          }),
        }),
      )
      .meta({ description: 'Witnesses that this service asks to cosign.' }),
    cosigned: z
      .string()
      .nullable()
      .meta({ description: 'The newest checkpoint with cosignatures of witnesses; null: there is none.' }),
  })
  .meta({ id: 'LogSummary' })

export const LogProof = z
  .object({
    kind: z.enum(['inclusion', 'consistency']).meta({ description: 'What it proves.' }),
    size: Size.meta({ description: 'Leaves of the tree that it leads to.' }),
    root: Hash.meta({ description: 'Root of that tree, base64.' }),
    leaf: LeafNumber.optional().meta({ description: 'Of an inclusion: the number of the leaf.' }),
    leafHash: Hash.optional().meta({ description: 'Of an inclusion: RFC 6962 hash of the leaf, base64.' }),
    entry: z.string().optional().meta({ description: 'Of an inclusion: the leaf itself, canonical JSON.' }),
    from: Size.optional().meta({ description: 'Of a consistency: leaves of the older tree.' }),
    fromRoot: Hash.optional().meta({ description: 'Of a consistency: root of the older tree, base64.' }),
    hashes: z.array(Hash).meta({ description: 'The proof (RFC 6962, 2.1), each hash in base64, the lowest first.' }),
    checkpoint: z.string().meta({ description: 'The newest checkpoint, a signed note.' }),
  })
  .meta({ id: 'LogProof' })

const LogLeaf = z
  .object({
    leaf: LeafNumber.meta({ description: 'Its number.' }),
    kind: z.enum(LEAF_KIND_NAMES).meta({ description: 'What happened.' }),
    subject: z.string().nullable().meta({
      description: 'The id that it is about; of observations their hour; null: the service.',
    }),
    at: Instant.meta({ description: 'When it happened.' }),
    digest: z.string().nullable().meta({ description: 'Of the document that it names; null: it names none.' }),
  })
  .meta({ id: 'LogLeaf' })

export const LogLeaves = z
  .object({
    size: Size.meta({ description: 'Leaves under the newest checkpoint.' }),
    leaves: z.array(LogLeaf).meta({ description: 'The newest first.' }),
    before: LeafNumber.nullable().meta({ description: 'Send it as `before` for the next ones; null: there are none.' }),
  })
  .meta({ id: 'LogLeaves' })

export const LogObservations = z
  .object({
    hour: Instant.meta({ description: 'Beginning of the hour.' }),
    lines: z
      .array(z.string())
      .meta({ description: 'Canonical lines of this page, in the order in which the root of the hour has them.' }),
    cursor: z.string().nullable().meta({ description: 'Send it for the next page; null: this was the last.' }),
  })
  .meta({ id: 'LogObservations' })
