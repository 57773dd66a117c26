import { z } from 'zod'
import { listOf, NamedNumber, OffOr, OnOff, Origin, whole } from '../setting-types'
import { LAUNCH_SETTINGS, launchSettings } from './launch-settings'

/** Settings of the probes: each with its form, its default and its effect. */
export const PROBES = {
  VANTAGE: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, '1-32 of a-z, 0-9 and -')
    .default('local')
    .describe('Name of the place this process probes from.'),
  PROBE_INTERVAL_SECONDS: whole(10, 86_400).default(900).describe('Time between two probes of one server.'),
  PROBE_RECHECK_SECONDS: whole(10, 30)
    .default(20)
    .describe(
      'Time until the recheck of what one probe cannot settle (a first probe, a failure, a recovery); up to five rechecks.',
    ),
  PROBE_DEADLINE_SECONDS: whole(1, 60).default(20).describe('Longest time of one probe.'),
  PROBE_CONCURRENCY: whole(1, 1000).default(48).describe('Probes under way at once in one process.'),
  PROBE_PER_HOST: whole(1, 100).default(2).describe('Probes under way at once at one host.'),
  PROBE_PER_MINUTE: whole(1, 1_000_000)
    .default(4000)
    .describe(
      'Regular probes a minute of all processes together; with more targets than that allows, each is probed less often.',
    ),
  PROBE_HOST_PER_MINUTE: whole(1, 100_000).default(60).describe('The same at one host.'),
  PROBE_GATEWAYS: listOf(NamedNumber)
    .default([['server.smithery.ai', 300]])
    .describe(
      'Hosts that serve thousands of servers, with their own number of probes a minute, as host=number, comma-separated.',
    ),
  PROBE_ALLOW: listOf(Origin)
    .transform((urls) => urls.map((url) => new URL(url).origin))
    .default([])
    .describe(
      'Origins that may be probed although they are not public, comma-separated: only for servers imported with --own, each at its own origin.',
    ),
  PROBE_NPM: OnOff.prefault('on').describe(
    'on: packages of npm are looked up in the index that npm itself is configured with (.npmrc, environment). off: they are not.',
  ),
  PYPI_URL: OffOr(Origin)
    .prefault('off')
    .describe(
      'Package index in which PyPI’s packages are looked up: the address before /pypi/<name>/json and /simple/, with user name and password where it asks for them. Or off: they are not.',
    ),
  CANARY_URLS: OffOr(listOf(Origin))
    .prefault('https://registry.modelcontextprotocol.io,https://www.iana.org')
    .describe(
      'Requested before public servers are probed: if none answers, this process has no connectivity and nothing is recorded. Or off.',
    ),
  ...LAUNCH_SETTINGS,
}

export function probeSettingsOf(
  settings: z.output<z.ZodObject<typeof PROBES>>,
  environment: Readonly<Record<string, string | undefined>>,
) {
  return {
    intervalSeconds: settings.PROBE_INTERVAL_SECONDS,
    recheckSeconds: settings.PROBE_RECHECK_SECONDS,
    deadlineSeconds: settings.PROBE_DEADLINE_SECONDS,
    concurrency: settings.PROBE_CONCURRENCY,
    perHost: settings.PROBE_PER_HOST,
    budget: {
      perMinute: settings.PROBE_PER_MINUTE,
      hostPerMinute: settings.PROBE_HOST_PER_MINUTE,
      gateways: new Map(settings.PROBE_GATEWAYS),
    },
    allowedOrigins: settings.PROBE_ALLOW,
    npm: settings.PROBE_NPM,
    pypiUrl: settings.PYPI_URL,
    canaryUrls: settings.CANARY_URLS ?? [],
    vantage: settings.VANTAGE,
    launch: launchSettings(settings, environment),
  }
}
