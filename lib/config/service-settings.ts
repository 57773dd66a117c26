import { z } from 'zod'
import { listOf, OnOff, Origin, whole } from '../setting-types'
import { PostgresAddress, PostgresAddresses } from './database-addresses'

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'addresses or ranges (CIDR)' })

const MEGABYTES = 'a number from 0 to 65536'

/** Settings of the service: each with its form, its default and its effect. */
export const SERVICE = {
  ROLE: z
    .enum(['all', 'api', 'worker', 'publisher'])
    .default('all')
    .describe(
      'What this process does (docs/scale.md). all: everything. api: answers calls and pages, and runs no job. worker: probes and runs jobs. publisher: writes the search index, the decision bundle and the log, one at a time. The last two answer /healthz, /readyz, /metrics and /cron only.',
    ),
  PORT: whole(0, 65_535).default(3000).describe('Port of the standalone service; 0: any free one.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address the standalone service listens on. 0.0.0.0, or :: with IPv6: every address of the machine, so that others reach it.',
    ),
  BASE_URL: Origin.optional().describe(
    'Public address of this service: issuer of attestations, base of links. Default: http://localhost:PORT, or the address Vercel gives.',
  ),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'the name of a header')
    .transform((name) => name.toLowerCase())
    .optional()
    .describe(
      'Header in which your own proxy names the caller, as X-Forwarded-For. It counts from TRUSTED_PROXIES only. On Vercel only Vercel’s own header counts.',
    ),
  TRUSTED_PROXIES: listOf(AddressRange)
    .default([])
    .describe(
      'Addresses and ranges (CIDR) your proxies call from, comma-separated: that header is trusted from no others.',
    ),
  DATABASE_URL: PostgresAddress.optional().describe(
    'A Postgres, or a Neon address. It may name several hosts (postgres://user@one,two/name): the one that takes writes is used, and found again after a failover. Unset: PGlite, embedded, under DATA_DIR.',
  ),
  DATABASE_READ_URL: PostgresAddresses.optional().describe(
    'Streaming replicas of DATABASE_URL, comma-separated, each at an address of its own: answers are read from one of them while it is fresh enough. Unset: from DATABASE_URL.',
  ),
  DATABASE_READ_LAG_SECONDS: whole(2, 300)
    .default(10)
    .describe('A replica that is further behind the primary, or whose distance is not known, is not read from.'),
  DATABASE_CONNECT_SECONDS: whole(1, 60)
    .default(3)
    .describe('Longest wait for a connection to the database, and for its answer to a check.'),
  DATABASE_CHECK_SECONDS: whole(1, 60)
    .default(2)
    .describe(
      'After so long without an answer to a statement, the database is checked on a connection of its own; without an answer to that it counts as gone.',
    ),
  DATABASE_STATEMENT_SECONDS: whole(1, 3600)
    .default(60)
    .describe('Longest time of one statement: its connection is cut then. Migrations have no limit.'),
  DATABASE_PASSWORD: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Password for DATABASE_URL and DATABASE_READ_URL, which then name none, so that it can come from a file of its own.',
    ),
  DATA_DIR: z.string().min(1).default('.data').describe('Folder of the embedded database.'),
  EMBEDDED_CACHE_MB: whole(1, 1024)
    .default(32)
    .describe('Page cache of the embedded database, in MB; the system caches its files too.'),
  RATINGS_MEMORY_MB: z.coerce
    .number({ error: MEGABYTES })
    .min(0, { error: MEGABYTES })
    .max(65_536, { error: MEGABYTES })
    .default(512)
    .describe(
      'Most memory for ratings, in MB, about 1 kB a tool. All of them are kept there as long as they fit; of more, those that are asked for are kept, and what answers show of them, and the rest is read from the database (docs/scale.md).',
    ),
  CATALOG_MEMORY_MB: whole(0, 65_536)
    .default(64)
    .describe(
      'Most memory for what answers show of tools besides ratings, while all ratings are kept, in MB, about 1 kB a tool; what does not fit is read from the database.',
    ),
  SIGNING_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'an Ed25519 seed: 32 bytes in base64url, 43 characters')
    .optional()
    .describe(
      'Ed25519 seed that signs attestations, 32 bytes in base64url. Never stored. Unset: generated once, kept in the database, and replaced by `npm run signing-key -- rotate`.',
    ),
  SEARCH_WEIGHTS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of the weights of search, as `npm run train` writes it; the same for all processes of one database, whose index is built with it. Unset: the shipped one.',
    ),
  PRODUCTS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of what is known of products and their publishers besides catalogs, as JSON: entries to join or to keep apart, accounts and domains of publishers (docs/products.md). Unset: the shipped publishers alone.',
    ),
  CRON_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer secret of GET /cron/<job>, 16 characters or more. Unset: /cron is refused in production.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer secret of GET /metrics, 16 characters or more. Unset: /metrics answers only callers on this machine that reach it directly.',
    ),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/, error: 'an https, mailto or tel address' })
    .optional()
    .describe(
      'Where whoever found a weakness can write: an https, mailto or tel address, served in /.well-known/security.txt. Unset: there is no such file.',
    ),
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info'])
    .default('info')
    .describe('The least important lines that are logged: error, warn or info.'),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'text'])
    .default('auto')
    .describe('Form of log lines, on stderr. auto: text on a terminal and in development, otherwise JSON.'),
  DEMONSTRATION: OnOff.prefault('off').describe(
    'on: the database is one that `npm run demo` made, which sets this itself; every page and answer says so. A real database is refused then, and a demonstration otherwise.',
  ),
  TIMER: OnOff.prefault('on').describe(
    'on: the standalone service runs the jobs itself. off: something else calls /cron/<job>.',
  ),
}
