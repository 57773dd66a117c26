import { z } from 'zod'

export const JwkSet = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.literal('OKP').describe('Key type: octet key pair (RFC 8037).'),
          crv: z.literal('Ed25519').describe('The curve.'),
          x: z.string().describe('The public key, 32 bytes in base64url.'),
          kid: z.string().describe('The RFC 7638 thumbprint; signatures name the key by it.'),
          alg: z.literal('EdDSA').describe('The algorithm it signs with.'),
          use: z.literal('sig').describe('It signs, and does not encrypt.'),
        }),
      )
      .describe('Every key whose signatures are still valid.'),
  })
  .meta({
    id: 'JwkSet',
    description: 'RFC 7517 key set; Ed25519 keys as of RFC 8037, `kid` is the RFC 7638 thumbprint.',
  })

/** What a process needs before it can answer, in the order in which it is checked. */
export const READINESS_CHECKS = ['database', 'ratings', 'searchIndex'] as const

export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

/** How the transparency log is; it never makes a process not ready. */
const LOG_CONDITIONS = ['ok', 'behind', 'refused', 'stopped', 'no_key', 'off', 'unknown'] as const

const Passed = z.literal('ok')

const Replica = z.object({
  state: z
    .enum(['used', 'ready', 'behind', 'unreachable', 'foreign', 'primary'])
    .describe(
      'used: answers of this process are read from it. ready: they could be. behind: it is further behind the primary than DATABASE_READ_LAG_SECONDS, or nobody knows how far. unreachable: it does not answer. foreign: it is of another database. primary: it takes writes, and is no replica now.',
    ),
  behindSeconds: z
    .number()
    .nullable()
    .describe('How long ago it had everything that the primary had; null: not known, or no replica.'),
})

export const Readiness = z
  .object({
    ready: z.literal(true).describe('Always true; a process that is not ready answers 503.'),
    role: z.enum(['all', 'api', 'worker', 'publisher']).describe('What this process does, as ROLE says.'),
    publishing: z
      .enum(['active', 'standby'])
      .optional()
      .describe('Of the role publisher: whether this process publishes, or waits until the one that does ends.'),
    checks: z
      .object({
        database: Passed.describe('It answers, or a fresh replica does; its schema is the newest.'),
        ratings: Passed.optional().describe('Those in memory have been read, where this process keeps them.'),
        searchIndex: Passed.optional().describe('It is loaded, or the catalog is empty.'),
      })
      .describe('What must hold before this process does what its role is, each with its result.'),
    replicas: z
      .array(Replica)
      .optional()
      .describe('The replicas of the settings in their order; absent: there are none. None makes it not ready.'),
    files: z
      .enum(['ok', 'absent', 'unreadable', 'unwritable'])
      .optional()
      .describe(
        'The files that all processes read alike; absent member: FILES_STORE is not set. absent: some that this process can read are not published yet. unreadable: the store does not give them, or others than were written. unwritable: it takes none. Each only means that what they have is read or built from the database.',
      ),
    log: z
      .enum(LOG_CONDITIONS)
      .describe(
        'The transparency log, which no call waits for. ok: it grows. behind: what is queued waits for more than a minute. refused: facts that no process of this service signed were in its queue, and are kept apart. no_key: this process has no LOG_QUEUE_KEY, and keeps no log. stopped: nothing is appended; GET /v1/log says why. off: none is recorded. unknown: the database did not say in time.',
      ),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>
