import { pathToFileURL } from 'node:url'
import { issueKey } from '../lib/api/operations/create-key'
import { type Config, ConfigError, config } from '../lib/config'
import { DataFolderInUse } from '../lib/store/data-folder'
import { openDatabase } from '../lib/store/database'

const USAGE = `npx tsx commands/key.ts --per-minute <points>   issues a key with a limit of its own
  --per-minute   points of calls a minute, a whole number from 1 to 1000000000; credits do not raise it`

/** As far as LIMIT_KEYED goes. */
const MOST_PER_MINUTE = 1_000_000_000

/** Words that name no limit. */
export class KeyRefused extends Error {
  constructor(fault: string) {
    super(`${fault}\n${USAGE}`)
    this.name = 'KeyRefused'
  }
}

/** Issues a key of tier `raised` in the database the settings name, and says it this once. Throws `KeyRefused` before anything is opened. */
export async function issueRaisedKey(
  words: readonly string[],
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'limits'>,
  now: Date,
  say: (line: string) => void,
): Promise<void> {
  const perMinute = perMinuteOf(words)
  const { db, close } = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir })
  try {
    const { apiKey, keyId, tier } = await issueKey(db, perMinute, settings.limits.keyedPerMinute, now)
    say(`${apiKey}\n${keyId}: tier ${tier}, ${perMinute} points a minute. The key is shown this once.`)
  } finally {
    await close()
  }
}

function perMinuteOf([flag, value, ...more]: readonly string[]): number {
  if (flag !== '--per-minute') throw new KeyRefused('--per-minute is missing.')
  if (value === undefined) throw new KeyRefused('--per-minute needs a value.')
  if (more.length > 0) throw new KeyRefused('Nothing else is taken besides --per-minute and its value.')
  const points = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (points >= 1 && points <= MOST_PER_MINUTE) return points
  throw new KeyRefused(`--per-minute must be a whole number from 1 to ${MOST_PER_MINUTE}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await issueRaisedKey(process.argv.slice(2), config(), new Date(), (line) => process.stdout.write(`${line}\n`))
  } catch (cause) {
    const expected = cause instanceof KeyRefused || cause instanceof DataFolderInUse || cause instanceof ConfigError
    process.stderr.write(`${expected ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`)
    process.exitCode = 1
  }
}
