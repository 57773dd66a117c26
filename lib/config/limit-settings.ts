import { z } from 'zod'
import { listOf, OnOff, whole } from '../setting-types'
import { PROBES } from './probe-settings'

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'addresses or ranges (CIDR)' })

/** Settings of the probes and of the limits. */
export const PROBES_AND_LIMITS = {
  ...PROBES,
  LIMITS: OnOff.prefault('on').describe('off: callers are not limited, for closed networks.'),
  LIMIT_KEYLESS: whole(1, 1_000_000_000).default(60).describe('Points of calls a minute without a key, an address.'),
  LIMIT_KEYED: whole(1, 1_000_000_000)
    .default(600)
    .describe('Points of calls a minute with a key, before its credits.'),
  LIMIT_KEY_CREATION: whole(1, 1_000_000_000).default(5).describe('Keys an hour that one address may create.'),
  LIMIT_FREE: whole(1, 1_000_000_000)
    .default(600)
    .describe(
      'Requests a minute for what costs no points (badges, keys to verify with, OpenAPI, llms.txt), by address.',
    ),
  LIMIT_LOG: whole(1, 1_000_000_000)
    .default(60_000)
    .describe(
      'Requests a minute for files of the log (checkpoint, tiles, entries), by address: a log of a million leaves has 8,000.',
    ),
  LIMIT_PAGES: whole(1, 1_000_000_000).default(240).describe('Pages a minute that one address may load.'),
  PAGES_AT_ONCE: whole(1, 64)
    .default(2)
    .describe('Pages that the standalone service renders side by side; others wait.'),
  PAGES_WAITING: whole(1, 10_000)
    .default(256)
    .describe('Pages that may wait to be rendered; further ones are answered 503.'),
  PAGES_SHARE: whole(1, 99)
    .default(25)
    .describe(
      'Percent of the time of the main thread that rendering pages may take while requests of the API wait; up to three seconds without pages are credit for later ones.',
    ),
  PAGES_KEPT_SECONDS: whole(0, 3600)
    .default(5)
    .describe('How long a rendered page is sent again to whoever asks for it.'),
  REQUEST_HEAD_SECONDS: whole(1, 300)
    .default(10)
    .describe('Longest time for the head of a request to arrive; the connection is closed with 408 after it.'),
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
  VANTAGE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, '1-32 of a-z, 0-9 and -')
    .default('local')
    .describe('Name of the place this process probes from.'),
}
