import { OnOff, whole } from '../setting-types'

/** Settings of the limits: each with its form, its default and its effect. */
export const LIMITS = {
  LIMITS: OnOff.prefault('on').describe('off: callers are not limited, for closed networks.'),
  LIMIT_KEYLESS: whole(1, 1_000_000_000).default(60).describe('Points of calls a minute without a key, an address.'),
  LIMIT_KEYED: whole(1, 1_000_000_000)
    .default(600)
    .describe('Points of calls a minute with a key, before its credits.'),
  LIMIT_KEY_CREATION: whole(1, 1_000_000_000).default(5).describe('Keys an hour that one address may create.'),
  LIMIT_CHECKS: whole(1, 1_000_000_000).default(10).describe('First checks an hour that one address may ask for.'),
  LIMIT_FREE: whole(1, 1_000_000_000)
    .default(600)
    .describe(
      'Requests a minute for what costs no points (badges, the manifest of the decision bundle, keys to verify with, OpenAPI, llms.txt), by address.',
    ),
  LIMIT_LOG: whole(1, 1_000_000_000)
    .default(60_000)
    .describe(
      'Requests a minute for files of the log (checkpoint, tiles, entries) and tiles of the decision bundle, by address: a log of a million leaves has 8,000.',
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
}
