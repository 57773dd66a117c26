import { readFileSync } from 'node:fs'

/**
 * Settings that may be given as `<NAME>_FILE`, the path of a file that holds them, as container engines hand secrets
 * over.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_PASSWORD',
  'NATS_URL',
  'SIGNING_KEY',
  'LOG_KEY',
  'LOG_QUEUE_KEY',
  'LOG_S3_SECRET_ACCESS_KEY',
  'CRON_SECRET',
  'METRICS_TOKEN',
] as const

/**
 * The secrets that an environment names files for, without white space around them, and a line for each file that
 * cannot be read. Where the variable itself is set, its file is not read.
 */
export function readSecretFiles(environment: Readonly<Record<string, string | undefined>>): {
  secrets: Record<string, string>
  faults: string[]
} {
  const secrets: Record<string, string> = {}
  const faults: string[] = []
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]
    if (!path || environment[name]) continue
    try {
      secrets[name] = readFileSync(path, 'utf8').trim()
    } catch (cause) {
      faults.push(`${name}_FILE: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`)
    }
  }
  return { secrets, faults }
}
