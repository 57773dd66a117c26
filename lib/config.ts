import { z } from 'zod'
import { withPassword } from './config/database-addresses'
import { FILES_SETTINGS, filesSettingsOf } from './config/files-settings'
import { LIMITS } from './config/limit-settings'
import { PROBES, probeSettingsOf } from './config/probe-settings'
import { REGISTRY } from './config/registry-settings'
import { readSecretFiles } from './config/secret-files'
import { SERVICE } from './config/service-settings'
import { STREAM_SETTINGS, streamSettingsOf } from './config/stream-settings'
import { LOG_SETTINGS, tlogSettingsOf } from './config/tlog-settings'
import { SOURCES } from './sources'
import type { SettingsBySource, SettingsShape, Sources } from './sources/source'

type General = typeof SERVICE &
  typeof STREAM_SETTINGS &
  typeof LOG_SETTINGS &
  typeof FILES_SETTINGS &
  typeof REGISTRY &
  typeof PROBES &
  typeof LIMITS

/** Every setting, those of the sources included. */
function schemaOf(sources: Sources): z.ZodObject {
  const ofSources: SettingsShape = Object.assign({}, ...Object.values(sources).map(({ settings }) => settings))
  const general = { ...SERVICE, ...STREAM_SETTINGS, ...LOG_SETTINGS, ...FILES_SETTINGS, ...REGISTRY }
  return z.object({ ...general, ...ofSources, ...PROBES, ...LIMITS })
}

export type Config = ReturnType<typeof parseConfig>

/** Names each setting that could not be used, with what it should be. */
export class ConfigError extends Error {
  constructor(faults: string[], options?: ErrorOptions) {
    super(`Assay cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, options)
    this.name = 'ConfigError'
  }
}

/**
 * The settings of an environment with complete defaults. Empty variables count as unset. Throws `ConfigError` naming
 * each bad one.
 */
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
  refuseEmbedded(settings)
  const vercelHost = environment.VERCEL_PROJECT_PRODUCTION_URL
  return {
    role: settings.ROLE,
    port: settings.PORT,
    host: settings.HOST,
    baseUrl: settings.BASE_URL ?? (vercelHost ? `https://${vercelHost}` : `http://localhost:${settings.PORT}`),
    ...databaseOf(settings),
    dataDir: settings.DATA_DIR,
    embeddedCacheMb: settings.EMBEDDED_CACHE_MB,
    ratingsMemoryMb: settings.RATINGS_MEMORY_MB,
    catalogMemoryMb: settings.CATALOG_MEMORY_MB,
    signingSeed: settings.SIGNING_KEY ?? null,
    // A host such as Vercel has no disk that lasts.
    tlog: tlogSettingsOf(settings, settings.DATA_DIR, environment.VERCEL === undefined),
    /** null: what all processes read alike is in the database only. */
    files: filesSettingsOf(settings, settings.DATA_DIR),
    /** null: outcomes are written at once. */
    outcomeStream: streamSettingsOf(settings),
    searchWeights: settings.SEARCH_WEIGHTS ?? null,
    productsFile: settings.PRODUCTS_FILE ?? null,
    cronSecret: settings.CRON_SECRET ?? null,
    production: environment.NODE_ENV === 'production',
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** An https, mailto or tel address; null: no contact is published. */
    securityContact: settings.SECURITY_CONTACT ?? null,
    log: { level: settings.LOG_LEVEL, format: settings.LOG_FORMAT },
    registry: {
      policies: settings.REGISTRY_POLICIES,
      driftDays: settings.REGISTRY_DRIFT_DAYS,
    },
    demonstration: settings.DEMONSTRATION,
    timer: settings.TIMER,
    limits: {
      enabled: settings.LIMITS,
      keylessPerMinute: settings.LIMIT_KEYLESS,
      keyedPerMinute: settings.LIMIT_KEYED,
      keysAnHour: settings.LIMIT_KEY_CREATION,
      checksAnHour: settings.LIMIT_CHECKS,
      freePerMinute: settings.LIMIT_FREE,
      logFilesPerMinute: settings.LIMIT_LOG,
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
      header: settings.CLIENT_ADDRESS_HEADER ?? null,
      proxies: settings.TRUSTED_PROXIES,
      hostHeader: environment.VERCEL === undefined ? null : 'x-vercel-forwarded-for',
    },
    sources: settingsBySource(sources, settings),
    probe: probeSettingsOf(settings, environment),
  }
}

/** Only one process can have the embedded database open, and it has no replicas. */
function refuseEmbedded({ DATABASE_URL, DATABASE_READ_URL, ROLE }: z.output<z.ZodObject<General>>): void {
  if (DATABASE_URL !== undefined) return
  const faults = []
  if (ROLE !== 'all') faults.push(`ROLE: ${ROLE} needs DATABASE_URL, as the embedded database is of one process.`)
  if (DATABASE_READ_URL !== undefined) faults.push('DATABASE_READ_URL: needs DATABASE_URL, of which it names replicas.')
  if (faults.length > 0) throw new ConfigError(faults)
}

function databaseOf(settings: z.output<z.ZodObject<General>>) {
  const { DATABASE_URL, DATABASE_READ_URL = [], DATABASE_PASSWORD } = settings
  return {
    databaseUrl: DATABASE_URL === undefined ? null : withPassword(DATABASE_URL, DATABASE_PASSWORD),
    replicas: {
      addresses: DATABASE_READ_URL.map((address) => withPassword(address, DATABASE_PASSWORD)),
      mostBehindMs: settings.DATABASE_READ_LAG_SECONDS * 1000,
    },
    databaseTimeouts: {
      connectMs: settings.DATABASE_CONNECT_SECONDS * 1000,
      checkAfterMs: settings.DATABASE_CHECK_SECONDS * 1000,
      statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000,
    },
  }
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
