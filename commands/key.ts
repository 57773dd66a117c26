import { pathToFileURL } from 'node:url'
import { issueKey } from '../lib/api/operations/create-key'
import { type Config, config } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { runMain } from './run-main'

const USAGE = `npx tsx commands/key.ts --per-minute <points>   issues a key with a limit of its own
  --per-minute   points of calls a minute, a whole number from 1 to 1000000000; credits do not raise it`

/** The largest value of LIMIT_KEYED. */
const MOST_PER_MINUTE = 1_000_000_000

/** Arguments that are not a limit. */
export class KeyRefused extends Error {
  constructor(fault: string) {
    super(`${fault}\n${USAGE}`)
    this.name = 'KeyRefused'
  }
}

/** Issues a key of tier `raised` in the configured database and prints it, which happens only once. Throws `KeyRefused` before anything is opened. */
export async function issueRaisedKey(
  args: readonly string[],
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'limits'>,
  now: Date,
  print: (line: string) => void,
): Promise<void> {
  const perMinute = perMinuteOf(args)
  const { db, close } = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir })
  try {
    const { apiKey, keyId, tier } = await issueKey(db, perMinute, settings.limits.keyedPerMinute, now)
    print(`${apiKey}\n${keyId}: tier ${tier}, ${perMinute} points a minute. The key is not shown again.`)
  } finally {
    await close()
  }
}

function perMinuteOf([flag, value, ...more]: readonly string[]): number {
  if (flag !== '--per-minute') throw new KeyRefused('--per-minute is missing.')
  if (value === undefined) throw new KeyRefused('--per-minute needs a value.')
  if (more.length > 0) throw new KeyRefused('There are no arguments besides --per-minute and its value.')
  const points = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (points >= 1 && points <= MOST_PER_MINUTE) return points
  throw new KeyRefused(`--per-minute must be a whole number from 1 to ${MOST_PER_MINUTE}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  await runMain(() => issueRaisedKey(process.argv.slice(2), config(), new Date(), print), KeyRefused)
}
