import { z } from 'zod'
import { listOf, whole } from '../setting-types'

/** Settings of the stream of outcomes. */
export const STREAM_SETTINGS = {
  NATS_URL: listOf(z.url({ protocol: /^(nats|tls)$/, error: 'nats:// or tls:// addresses, comma-separated' }))
    .optional()
    .describe(
      'Servers of one NATS cluster with JetStream, comma-separated, with user and password, or a token as user: outcomes go through a stream (docs/stream.md). Unset: each batch is written to the database at once.',
    ),
  NATS_STREAM: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, '1-32 of a-z, 0-9 and -')
    .default('assay')
    .describe('Begins the name of the stream and its subjects: another for each service of one NATS account.'),
  NATS_STREAM_MB: whole(1, 10_000_000)
    .default(1024)
    .describe('Room for outcomes that wait to be counted, in MB; once it is full, further ones are answered 503.'),
  NATS_REPLICAS: whole(1, 5)
    .optional()
    .describe('Servers that keep each message. Unset: three in a cluster, else one.'),
}

export function streamSettingsOf(settings: z.output<z.ZodObject<typeof STREAM_SETTINGS>>) {
  const { NATS_URL: servers, NATS_STREAM: prefix, NATS_STREAM_MB: mb, NATS_REPLICAS: replicas = null } = settings
  if (servers === undefined || servers.length === 0) return null
  return { servers, prefix, maxBytes: mb * 1_000_000, replicas }
}
