import { join } from 'node:path'
import { z } from 'zod'
import { listOf, Origin, whole } from '../setting-types'

/** An S3-compatible store, as part of a regular expression. */
export const BUCKET = 's3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[A-Za-z0-9._/-]{0,200})?'

/** `vkey@url`: the key may have +, / and =, its name no space. */
const WitnessSetting = z
  .string()
  .regex(
    /^[^\s,]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+@https?:\/\/[^\s,]+$/,
    'a verifier key (vkey), @, and an http or https address',
  )
  .transform((text) => {
    const at = text.lastIndexOf('@http')
    return { vkey: text.slice(0, at), url: text.slice(at + 1).replace(/\/+$/, '') }
  })

/** Settings of the log. */
export const LOG_SETTINGS = {
  LOG_STORE: z
    .string()
    .regex(new RegExp(`^(folder|off|${BUCKET})$`), 'folder, off, or s3://bucket/prefix')
    .optional()
    .describe(
      'Where the transparency log is (docs/log.md). folder: under DATA_DIR/log, the default where there is a disk. s3://bucket/prefix: any S3-compatible store. off: the log of this database is not continued, and nothing is queued for it.',
    ),
  LOG_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'an Ed25519 seed: 32 bytes in base64url, 43 characters')
    .optional()
    .describe(
      'Ed25519 seed that signs checkpoints of the log, 32 bytes in base64url. Never stored. Unset: generated once, kept in the database, and replaced by `npm run log-key -- rotate`.',
    ),
  LOG_QUEUE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, '32 random bytes in base64url, 43 characters')
    .optional()
    .describe(
      'Secret by which processes sign what they queue in the database for the log, which logs nothing else: 32 random bytes in base64url, the same for all processes of one service. Never stored in the database. Unset: a file in DATA_DIR, made once; a host without a disk that lasts keeps no log without it.',
    ),
  LOG_WITNESSES: listOf(WitnessSetting)
    .default([])
    .describe('Witnesses that are asked to cosign the log, as vkey@url, comma-separated.'),
  LOG_DOCUMENT_DAYS: whole(1, 3650)
    .default(90)
    .describe('Days that the inputs of attested scores are kept, which leaves of the log name by their digest.'),
  LOG_S3_ENDPOINT: Origin.optional().describe(
    'Address of the S3-compatible store. Unset: that of AWS in LOG_S3_REGION.',
  ),
  LOG_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'the name of a region')
    .default('us-east-1')
    .describe('Its region.'),
  LOG_S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Id of the access key for it.'),
  LOG_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('The access key itself.'),
}

type Given = z.output<z.ZodObject<typeof LOG_SETTINGS>>

/** Where files are: those of the log, and others. */
export type StorePlace =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string | null
      region: string
      accessKeyId: string | null
      secretAccessKey: string | null
    }

/** `place` null: this process neither writes nor serves a log. `isEnded`: the settings end the recording. */
export function tlogSettingsOf(settings: Given, dataDir: string, hasDisk: boolean) {
  const { LOG_STORE: store } = settings
  return {
    place: (store ?? (hasDisk ? 'folder' : 'off')) === 'off' ? null : placeOf(settings, store, join(dataDir, 'log')),
    isEnded: store === 'off',
    seed: settings.LOG_KEY ?? null,
    queueKey: { configured: settings.LOG_QUEUE_KEY ?? null, folder: hasDisk ? dataDir : null },
    witnesses: settings.LOG_WITNESSES,
    documentDays: settings.LOG_DOCUMENT_DAYS,
  }
}

/** A bucket, or the folder. */
export function placeOf(settings: Given, store: string | undefined, folder: string): StorePlace {
  if (store === undefined || store === 'folder') return { kind: 'folder', folder }
  const { host: bucket, pathname } = new URL(store)
  return {
    kind: 's3',
    bucket,
    prefix: pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: settings.LOG_S3_ENDPOINT ?? null,
    region: settings.LOG_S3_REGION,
    accessKeyId: settings.LOG_S3_ACCESS_KEY_ID ?? null,
    secretAccessKey: settings.LOG_S3_SECRET_ACCESS_KEY ?? null,
  }
}
