import { z } from 'zod'
import { PROBES, probeSettingsOf } from './config/probe-settings'
import { readSecretFiles } from './config/secret-files'
import { listOf, OnOff, Origin, whole } from './setting-types'
import { SOURCES } from './sources'
import type { SettingsBySource, SettingsShape, Sources } from './sources/source'

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'addresses or ranges (CIDR)' })

/** Settings of the service: each with its form, its default and its effect. */
const SERVICE = {
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
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' })
    .optional()
    .describe('A Postgres, or a Neon address. Unset: PGlite, embedded, under DATA_DIR.'),
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
    .describe('Password for DATABASE_URL, which then names none, so that it can come from a file of its own.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Folder of the embedded database.'),
  EMBEDDED_CACHE_MB: whole(1, 1024)
    .default(32)
    .describe('Page cache of the embedded database, in MB; the system caches its files too.'),
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

/** Settings of the probes and of the limits. */
const PROBES_AND_LIMITS = {
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
  LIMIT_PAGES: whole(1, 1_000_000_000).default(240).describe('Pages a minute that one address may load.'),
  PAGES_AT_ONCE: whole(1, 64)
    .default(2)
    .describe('Pages that the standalone service renders side by side; others wait.'),
  PAGES_WAITING: whole(1, 10_000)
    .default(64)
    .describe('Pages that may wait to be rendered; further ones are answered 503.'),
  PAGES_SHARE: whole(1, 99)
    .default(25)
    .describe('Percent of the time of the main thread that rendering pages may take; the rest is left to the API.'),
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
      'Header in which your own proxy names the caller, as X-Forwarded-For. Unset: none is trusted (on Vercel, Vercel’s is).',
    ),
  TRUSTED_PROXIES: listOf(AddressRange)
    .default([])
    .describe(
      'Addresses and ranges (CIDR) your proxies call from, comma-separated: the standalone service trusts that header from no others.',
    ),
  VANTAGE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, '1-32 of a-z, 0-9 and -')
    .default('local')
    .describe('Name of the place this process probes from.'),
}

type General = typeof SERVICE & typeof PROBES_AND_LIMITS

/** Every setting, those of the sources included. */
function schemaOf(sources: Sources): z.ZodObject {
  const ofSources: SettingsShape = Object.assign({}, ...Object.values(sources).map(({ settings }) => settings))
  return z.object({ ...SERVICE, ...ofSources, ...PROBES_AND_LIMITS })
}

export type Config = ReturnType<typeof parseConfig>

/** Names each setting that could not be used, with what it should be. */
export class ConfigError extends Error {
  constructor(faults: string[], options?: ErrorOptions) {
    super(`Assay cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, options)
    this.name = 'ConfigError'
  }
}

/** The settings of an environment with complete defaults. Empty variables count as unset. Throws `ConfigError` naming each bad one. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>, sources: Sources = SOURCES) {
  const schema = schemaOf(sources)
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}. ${purposeOf(schema, name)}`),
    )
  }
  // It holds the settings of the sources too, typed by their own rows.
  const settings = parsed.data as z.output<z.ZodObject<General>>
  const vercelHost = environment.VERCEL_PROJECT_PRODUCTION_URL
  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl: settings.BASE_URL ?? (vercelHost ? `https://${vercelHost}` : `http://localhost:${settings.PORT}`),
    databaseUrl: databaseUrlOf(settings),
    databaseTimeouts: {
      connectMs: settings.DATABASE_CONNECT_SECONDS * 1000,
      checkAfterMs: settings.DATABASE_CHECK_SECONDS * 1000,
      statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000,
    },
    dataDir: settings.DATA_DIR,
    embeddedCacheMb: settings.EMBEDDED_CACHE_MB,
    signingSeed: settings.SIGNING_KEY ?? null,
    searchWeights: settings.SEARCH_WEIGHTS ?? null,
    cronSecret: settings.CRON_SECRET ?? null,
    production: environment.NODE_ENV === 'production',
    metricsToken: settings.METRICS_TOKEN ?? null,
    log: { level: settings.LOG_LEVEL, format: settings.LOG_FORMAT },
    demonstration: settings.DEMONSTRATION,
    timer: settings.TIMER,
    limits: {
      enabled: settings.LIMITS,
      keylessPerMinute: settings.LIMIT_KEYLESS,
      keyedPerMinute: settings.LIMIT_KEYED,
      keysAnHour: settings.LIMIT_KEY_CREATION,
      freePerMinute: settings.LIMIT_FREE,
      pagesPerMinute: settings.LIMIT_PAGES,
    },
    headWithinMs: settings.REQUEST_HEAD_SECONDS * 1000,
    pages: {
      atOnce: settings.PAGES_AT_ONCE,
      mostWaiting: settings.PAGES_WAITING,
      share: settings.PAGES_SHARE / 100,
      keptSeconds: settings.PAGES_KEPT_SECONDS,
    },
    proxyTrust: {
      header: settings.CLIENT_ADDRESS_HEADER ?? (vercelHost ? 'x-vercel-forwarded-for' : null),
      proxies: settings.TRUSTED_PROXIES,
    },
    sources: settingsBySource(sources, settings),
    probe: probeSettingsOf(settings, environment),
  }
}

function databaseUrlOf({
  DATABASE_URL,
  DATABASE_PASSWORD,
}: Pick<z.output<z.ZodObject<General>>, 'DATABASE_URL' | 'DATABASE_PASSWORD'>) {
  if (DATABASE_URL === undefined) return null
  const url = new URL(DATABASE_URL)
  if (DATABASE_PASSWORD === undefined || url.password !== '') return DATABASE_URL
  url.password = encodeURIComponent(DATABASE_PASSWORD)
  return url.href
}

/** The settings of each source. */
function settingsBySource(sources: Sources, values: Readonly<Record<string, unknown>>): SettingsBySource {
  const own = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, values[name]]))
  return Object.fromEntries(Object.entries(sources).map(([name, { settings }]) => [name, own(settings)]))
}

/** The description of a setting, for its error message. The value is not repeated: it may be a secret. */
function purposeOf({ shape }: z.ZodObject, name: PropertyKey | undefined): string {
  return (shape[String(name)] as z.ZodType | undefined)?.description ?? ''
}

let parsed: Config | undefined

/** The settings of this process, parsed once. */
export function config(): Config {
  parsed ??= parseEnvironment(process.env)
  return parsed
}

/** A copy of the environment, for npm's own configuration: npm reads any variable that its files name. */
export function environmentOfNpm(): Record<string, string | undefined> {
  return { ...process.env }
}

/** As `parseConfig`, with the secrets that the environment names files for. */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): Config {
  const { secrets, faults } = readSecretFiles(environment)
  if (faults.length > 0) throw new ConfigError(faults)
  return parseConfig({ ...environment, ...secrets })
}

/** Name, default and purpose of every setting, in order, for docs/settings.md. */
export function describeSettings(sources: Sources = SOURCES): { name: string; fallback: string; purpose: string }[] {
  const { properties } = z.toJSONSchema(schemaOf(sources), { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const { default: fallback, description } = schema as { default?: unknown; description?: string }
    return { name, fallback: fallback === undefined ? '' : String(fallback), purpose: description ?? '' }
  })
}
