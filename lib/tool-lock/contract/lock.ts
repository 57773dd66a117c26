import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { idFault } from 'assay-verify/subject-id'
import { z } from 'zod'
import { Instant } from '../../contract/instant'
import { ServerId } from '../../contract/shapes/terms'

/** The most ids of one call, by its method, and bytes of a body. */
export const MOST_LOCKED = 1000
export const MOST_LOCKED_BY_GET = 50
export const MOST_LOCK_BYTES = 1024 * 1024
/** The most tools of one answer; the first server counts whatever it has. */
export const MOST_LOCKED_TOOLS = 5000
/** Ids for which a call takes one more point. */
const IDS_A_POINT = 50

/** Texts as given in `ids`: an id may hold commas, so a text that is an id itself is not divided. */
export const LockIds = z
  .array(z.string())
  .superRefine((given, context) => {
    const ids = given.flatMap((text) => text.split(','))
    if (ids.length > MOST_LOCKED_BY_GET)
      context.addIssue({
        code: 'custom',
        message: `not more than ${MOST_LOCKED_BY_GET} ids; POST takes ${MOST_LOCKED}`,
      })
    else if (given.every((text) => text.split(',').every((id) => idFault(id.trim()) !== undefined)))
      context.addIssue({ code: 'custom', message: 'ids of servers or tools, with commas between' })
  })
  .meta({
    description: `Ids of servers or tools, at most ${MOST_LOCKED_BY_GET}: repeated, or with commas between. Of a tool its server is answered.`,
    example: ['mcpm/modelcontextprotocol/time', 'garden/northwind/file-cabinet'],
  })

export const LockBody = z
  .strictObject({
    ids: z
      .array(z.string())
      .min(1)
      .max(MOST_LOCKED)
      .meta({
        description: `Ids of servers or tools, at most ${MOST_LOCKED}. Of a tool its server is answered.`,
        example: ['mcpm/modelcontextprotocol/time'],
      }),
  })
  .meta({ id: 'LockBody' })

/** Points of a lock call beyond the one that every call takes. */
export function weighLock({ ids }: z.output<typeof LockBody>): number {
  return Math.ceil(ids.length / IDS_A_POINT)
}

const Digest = z.string().meta({
  description:
    '`sha256:` and the lower-case hex of SHA-256 over its canonical JSON (RFC 8785), cleaned as it is stored.',
})
const digestOf = (what: string) => Digest.nullable().meta({ description: `${what}; null: it has none.` })
const Since = Instant.meta({ description: 'When it was first seen as it is.' })

const LockedTool = z
  .object({
    name: z.string().meta({ description: 'As the server wrote it; the id of the tool is `<serverId>/<name>`.' }),
    title: digestOf('Digest of its titles, that among its annotations too'),
    description: digestOf('Digest of its description'),
    inputSchema: digestOf('Digest of its input schema; the order of keys and of lists that are sets does not matter'),
    inputSchemaAsWritten: digestOf(
      'Digest of its input schema with lists in the order in which it is written, as other tools that pin schemas compute it',
    ),
    outputSchema: digestOf('Digest of its output schema, likewise as a set of constraints'),
    annotations: digestOf('Digest of its hints'),
    since: Instant.meta({ description: 'When all of it was first seen as it is: no digest of it is newer.' }),
  })
  .meta({ id: 'LockedTool' })

const LockedPart = z
  .object({
    part: z.enum(DECLARED_PARTS).meta({ description: 'What of the server it is of.' }),
    digest: Digest.nullable().meta({
      description: 'Its digest; null: the list is longer than what is read of it, so that it cannot be compared.',
    }),
    since: Since,
  })
  .meta({ id: 'LockedPart' })

const LockedServer = z
  .object({
    ids: z.array(z.string()).meta({ description: 'The ids that asked for it, as they were sent.' }),
    serverId: ServerId,
    version: z.string().nullable().meta({
      description: 'The version it gives in its handshake; null: none, or no handshake was seen.',
    }),
    digest: Digest.meta({ description: 'Digest of the document of all these digests, which a leaf of the log names.' }),
    leaf: z
      .object({
        index: z.int().min(0).meta({ description: 'Its place in the log.' }),
        at: Instant.meta({ description: 'When the change was seen.' }),
      })
      .nullable()
      .meta({ description: 'The leaf of the log that names the digest; null: it is not logged yet, or not kept.' }),
    isRemoved: z
      .boolean()
      .meta({ description: 'Whether its source dropped the server: nothing of it is probed any more.' }),
    tools: z
      .array(LockedTool)
      .nullable()
      .meta({ description: 'Its tools in the order of their names; null: it has not listed its tools itself.' }),
    parts: z.array(LockedPart).meta({ description: 'What it declares besides its tools, the parts that were read.' }),
    seenBy: z
      .array(
        z.object({
          vantage: z.string().meta({ description: 'Name of a place that probes are made from.' }),
          at: Instant.meta({ description: 'When its newest probe was answered with these declarations.' }),
        }),
      )
      .meta({ description: 'By which vantages it was seen within the last 24 hours.' }),
  })
  .meta({ id: 'LockedServer' })

export const LockAnswer = z
  .object({
    servers: z.array(LockedServer).meta({ description: 'Each server once, in the order asked.' }),
    unknown: z.array(z.string()).meta({ description: 'Ids that are not known here, as they were sent.' }),
    remaining: z.array(z.string()).meta({
      description: `Ids that were not answered because the answer has ${MOST_LOCKED_TOOLS.toLocaleString('en-US')} tools; ask for them in another call.`,
    }),
  })
  .meta({ id: 'LockAnswer' })
export type LockAnswer = z.output<typeof LockAnswer>
export type LockedServer = z.output<typeof LockedServer>
