import { pathToFileURL } from 'node:url'
import { issueKey } from '../lib/api/operations/keys/create-key'
import { type Config, config } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { eraseKey } from '../lib/store/keys/keys'
import { runMain } from './run-main'

const USAGE = `npm run key -- --per-minute <points>   issues a key with a limit of its own
npm run key -- --revoke <keyId>        revokes a key; running processes refuse it within two seconds
  --per-minute   points of calls a minute, a whole number from 1 to 1000000000; credits do not raise it
  --revoke       the id of a key, as key_ and twelve letters and digits, never the key itself`

/** The largest value of LIMIT_KEYED. */
const MOST_PER_MINUTE = 1_000_000_000

/** Arguments that are neither a limit nor the id of a key. */
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

/** Revokes a key of the configured database. Throws `KeyRefused` where none has this id. */
export async function revokeKeyOf(
  keyId: string | undefined,
  settings: Pick<Config, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): Promise<void> {
  if (!/^key_[A-Za-z0-9]{12}$/.test(keyId ?? '')) throw new KeyRefused('--revoke needs the id of a key.')
  const { db, close } = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir })
  try {
    if (!(await eraseKey(db, keyId ?? ''))) throw new KeyRefused('No key has this id.')
    print(`${keyId}: revoked.`)
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
  const args = process.argv.slice(2)
  const [flag, keyId] = args
  const run = () =>
    flag === '--revoke' && args.length <= 2
      ? revokeKeyOf(keyId, config(), print)
      : issueRaisedKey(args, config(), new Date(), print)
  await runMain(run, KeyRefused)
}
