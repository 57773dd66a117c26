import { z } from 'zod'

export const JwkSet = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.literal('OKP').meta({ description: 'Key type: octet key pair (RFC 8037).' }),
          crv: z.literal('Ed25519').meta({ description: 'The curve.' }),
          x: z.string().meta({ description: 'The public key, 32 bytes in base64url.' }),
          kid: z.string().meta({ description: 'The RFC 7638 thumbprint; signatures name the key by it.' }),
          alg: z.literal('EdDSA').meta({ description: 'The algorithm it signs with.' }),
          use: z.literal('sig').meta({ description: 'It signs, and does not encrypt.' }),
        }),
      )
      .meta({ description: 'Every key whose signatures are still valid.' }),
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

export const Readiness = z
  .object({
    ready: z.literal(true).meta({ description: 'Always true; a process that is not ready answers 503.' }),
    checks: z
      .object({
        database: Passed.meta({ description: 'It answers, and its schema is the newest.' }),
        ratings: Passed.meta({ description: 'Those in memory have been read, where this process keeps them.' }),
        searchIndex: Passed.meta({ description: 'It is loaded, or the catalog is empty.' }),
      })
      .meta({ description: 'What must hold before this process takes calls, each with its result.' }),
    log: z.enum(LOG_CONDITIONS).meta({
      description:
        'The transparency log, which no call waits for. ok: it grows. behind: what is queued waits for more than a minute. refused: facts that no process of this service signed were in its queue, and are kept apart. no_key: this process has no LOG_QUEUE_KEY, and keeps no log. stopped: nothing is appended; GET /v1/log says why. off: none is recorded. unknown: the database did not say in time.',
    }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>
