import { z } from 'zod'
import { whole } from '../setting-types'

/** Settings of launching packages. */
export const LAUNCH_SETTINGS = {
  PROBE_LAUNCH: z
    .enum(['off', 'bwrap'])
    .default('off')
    .describe(
      'bwrap: packages of npm, and of PyPI with PYPI_URL, are installed and started in a sandbox (docs/launching.md).',
    ),
  PROBE_LAUNCH_CONCURRENCY: whole(1, 16).default(1).describe('Packages launched at once in one process.'),
  PROBE_LAUNCH_INSTALL_SECONDS: whole(10, 600).default(120).describe('Longest time of installing a package.'),
  PROBE_LAUNCH_INSTALL_MB: whole(10, 10_000)
    .default(1000)
    .describe('Disk that installing a package may take with what is downloaded for it, in MB.'),
  PROBE_LAUNCH_SECONDS: whole(5, 60)
    .default(30)
    .describe('Longest time from the start of a package to the end of its listing.'),
  PROBE_LAUNCH_MEMORY_MB: whole(128, 16_384)
    .default(1024)
    .describe('Memory of a started package with all its processes, in MB.'),
  PROBE_LAUNCH_PROCESSES: whole(16, 1024)
    .default(128)
    .describe('Processes and threads of a started package. Node alone needs about twelve.'),
}

/**
 * What a package manager reads of the environment: where its programs and its configuration are, and how it reaches its
 * index.
 */
const OF_PACKAGE_MANAGERS =
  /^(?:PATH|HOME|LANG|npm_config_.+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i

type Given = z.output<z.ZodObject<typeof LAUNCH_SETTINGS>>

/**
 * Bounds of launching packages, and the part of the environment that package managers read; null: no package is
 * launched.
 */
export function launchSettings(settings: Given, environment: Readonly<Record<string, string | undefined>>) {
  if (settings.PROBE_LAUNCH === 'off') return null
  const known = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && OF_PACKAGE_MANAGERS.test(entry[0]),
  )
  return {
    atOnce: settings.PROBE_LAUNCH_CONCURRENCY,
    installMs: settings.PROBE_LAUNCH_INSTALL_SECONDS * 1000,
    installBytes: settings.PROBE_LAUNCH_INSTALL_MB * 1_000_000,
    answerMs: settings.PROBE_LAUNCH_SECONDS * 1000,
    memoryBytes: settings.PROBE_LAUNCH_MEMORY_MB * 1_000_000,
    processes: settings.PROBE_LAUNCH_PROCESSES,
    environment: Object.fromEntries(known),
  }
}
