import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, describeSettings, parseConfig, parseEnvironment } from './config'
import { SOURCES } from './sources'
import type { ScheduledSource } from './sources/source'

test('an empty environment has a complete configuration', () => {
  const config = parseConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    databaseUrl: null,
    dataDir: '.data',
    sources: {
      'official-registry': { REGISTRY_URL: 'https://registry.modelcontextprotocol.io' },
      reference: { REFERENCE_SERVERS: true, REFERENCE_RESTART: true },
    },
    probe: { intervalSeconds: 900, allowedOrigins: [] },
  })
  expect(Object.values(config)).not.toContain(undefined)
})

test('files are nowhere, in a folder beside the log, or in a bucket that is reached as that of the log', () => {
  const filesOf = (environment: Record<string, string>) => parseConfig({ DATA_DIR: 'd', ...environment }).files
  expect(filesOf({ FILES_URL: 'https://cdn.example/' })).toBeNull()
  expect(filesOf({ FILES_STORE: 'folder', FILES_URL: 'https://cdn.example/' })).toEqual({
    place: { kind: 'folder', folder: join('d', 'files') },
    url: 'https://cdn.example',
  })
  expect(filesOf({ FILES_STORE: 's3://bucket/a/', LOG_S3_REGION: 'eu-1' })).toMatchObject({
    place: { kind: 's3', bucket: 'bucket', prefix: 'a', region: 'eu-1' },
    url: null,
  })
})

test('an empty variable counts as unset, and unknown variables are ignored', () => {
  expect(parseConfig({ PORT: '', HOME: '/root', PATH: '/bin' })).toEqual(parseConfig({}))
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['BASE_URL', 'ftp://assay.example'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['SIGNING_KEY', 'too-short'],
  ['CRON_SECRET', 'short'],
  ['METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['FILES_STORE', 'somewhere'],
  ['FILES_STORE', 's3://B/x y'],
  ['FILES_URL', 'ftp://cdn.example'],
  ['LOG_FORMAT', 'xml'],
  ['REGISTRY_URL', 'somewhere'],
  ['REFERENCE_SERVERS', 'maybe'],
  ['PROBE_INTERVAL_SECONDS', '0'],
  ['PROBE_RECHECK_SECONDS', '300'],
  ['PROBE_ALLOW', 'http://ok.example, not an address'],
  ['CANARY_URLS', 'nowhere'],
  ['PROBE_NPM', 'maybe'],
  ['PYPI_URL', 'nowhere'],
  ['LIMITS', 'maybe'],
  ['LIMIT_KEYLESS', '0'],
  ['CLIENT_ADDRESS_HEADER', 'x forwarded'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,everyone'],
  ['VANTAGE', 'Not A Name!'],
])('%s=%s is refused by name, saying what it is for, without repeating the value', (name, value) => {
  const parse = () => parseConfig({ [name]: value })
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(`${name}: `)
  const purpose = describeSettings().find((setting) => setting.name === name)?.purpose ?? 'absent'
  expect(parse).toThrow(purpose.slice(0, 30))
  if (['SIGNING_KEY', 'CRON_SECRET', 'METRICS_TOKEN'].includes(name)) expect(parse).not.toThrow(value)
})

test('a wrong number is refused with its range', () => {
  expect(() => parseConfig({ PROBE_INTERVAL_SECONDS: 'soon' })).toThrow(
    'PROBE_INTERVAL_SECONDS: a whole number from 10 to 86400.',
  )
  expect(() => parseConfig({ PORT: '1.5' })).toThrow('PORT: a whole number from 0 to 65535.')
})

test('several wrong values are named at once', () => {
  expect(() => parseConfig({ PORT: 'x', VANTAGE: '!' })).toThrow(/PORT: [\s\S]*VANTAGE: /)
})

test('lists, switches and addresses are read', () => {
  const config = parseConfig({
    PROBE_ALLOW: 'http://127.0.0.1:3901/, http://127.0.0.1:3902, http://LOCALHOST:80/mcp',
    CANARY_URLS: 'off',
    REGISTRY_URL: 'off',
    REFERENCE_SERVERS: 'off',
    BASE_URL: 'https://assay.example/',
  })
  expect(config).toMatchObject({
    baseUrl: 'https://assay.example',
    sources: { 'official-registry': { REGISTRY_URL: null }, reference: { REFERENCE_SERVERS: false } },
  })
  expect(config.probe).toMatchObject({
    canaryUrls: [],
    allowedOrigins: ['http://127.0.0.1:3901', 'http://127.0.0.1:3902', 'http://localhost'],
  })
})

test('an added source brings its settings: refused by name, described, and given to it alone', () => {
  const row: ScheduledSource = {
    runs: 'on schedule',
    precedence: 2,
    intervalMs: 1000,
    settings: { TRIAL_URL: z.url('an address').prefault('https://trial.example').describe('Where the trial is read.') },
    open: async () => null,
  }
  const sources = { ...SOURCES, trial: row }
  expect(parseConfig({}, sources).sources).toEqual({
    ...parseConfig({}).sources,
    trial: { TRIAL_URL: 'https://trial.example' },
  })
  expect(() => parseConfig({ TRIAL_URL: 'x' }, sources)).toThrow('TRIAL_URL: an address. Where the trial is read.')
  expect(describeSettings(sources)).toContainEqual({
    name: 'TRIAL_URL',
    fallback: 'https://trial.example',
    purpose: 'Where the trial is read.',
  })
})

test('no two sources read the same variable, and none that of the service', () => {
  const ofSources = Object.values(SOURCES).flatMap(({ settings }) => Object.keys(settings))
  const all = describeSettings().map(({ name }) => name)
  expect(new Set(ofSources).size).toBe(ofSources.length)
  expect(all.filter((name) => !ofSources.includes(name))).toEqual(describeSettings({}).map(({ name }) => name))
  expect(all).toHaveLength(describeSettings({}).length + ofSources.length)
})

test('on Vercel the address is known, and the header that Vercel writes', () => {
  expect(parseConfig({ VERCEL: '1', VERCEL_PROJECT_PRODUCTION_URL: 'assay.example' })).toMatchObject({
    baseUrl: 'https://assay.example',
    proxyTrust: { header: null, hostHeader: 'x-vercel-forwarded-for' },
  })
  expect(parseConfig({}).proxyTrust.hostHeader).toBeNull()
})

test('a password of its own is put into the address of the database, escaped, and replaces none', () => {
  const urlOf = (DATABASE_URL: string, DATABASE_PASSWORD: string) =>
    parseConfig({ DATABASE_URL, DATABASE_PASSWORD }).databaseUrl
  expect(urlOf('postgres://assay@database:5432/assay', 'a/b@c%:d')).toBe(
    'postgres://assay:a%2Fb%40c%25%3Ad@database:5432/assay',
  )
  expect(urlOf('postgres://assay:own@database/assay', 'other')).toBe('postgres://assay:own@database/assay')
  expect(parseConfig({ DATABASE_PASSWORD: 'x' }).databaseUrl).toBeNull()
})

describe('secrets from files', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-secrets-'))
    await writeFile(join(folder, 'token'), 'a-token-of-20-letters\n')
    await writeFile(join(folder, 'short'), 'short\n')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('are read without the line end, and a variable itself wins', () => {
    const METRICS_TOKEN_FILE = join(folder, 'token')
    expect(parseEnvironment({ METRICS_TOKEN_FILE }).metricsToken).toBe('a-token-of-20-letters')
    const both = { METRICS_TOKEN_FILE, METRICS_TOKEN: 'another-of-22-letters!' }
    expect(parseEnvironment(both).metricsToken).toBe('another-of-22-letters!')
  })

  test('are refused by name where the file is absent or its content is not valid', () => {
    expect(() => parseEnvironment({ SIGNING_KEY_FILE: join(folder, 'absent') })).toThrow(
      'SIGNING_KEY_FILE: cannot be read (ENOENT).',
    )
    expect(() => parseEnvironment({ CRON_SECRET_FILE: join(folder, 'short') })).toThrow('CRON_SECRET: ')
  })

  test('only secrets are read from files', () => {
    expect(parseEnvironment({ PORT_FILE: join(folder, 'absent') }).port).toBe(3000)
  })
})
