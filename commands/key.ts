import { type Config, config } from '../lib/config'
import { issueKey } from '../lib/keys/operations/create-key'
import { eraseKey } from '../lib/keys/sql/keys'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withDatabase } from './with-database'

const USAGE = `npm run key -- --per-minute <points>   issues a key with a limit of its own
npm run key -- --revoke <keyId>        revokes a key; running processes refuse it within two seconds
  --per-minute   points of calls a minute, a whole number from 1 to 1000000000; credits do not raise it
  --revoke       the id of a key, as key_ and twelve letters and digits, never the key itself
${DATABASE_NOTE}`

/** The largest value of LIMIT_KEYED. */
const MOST_PER_MINUTE = 1_000_000_000

/** No key of the database has the given id. */
class KeyUnknown extends Error {
  override readonly name = 'KeyUnknown'
}

/**
 * Issues a key of tier `raised` in the configured database and prints it, which happens only once. Throws `WrongUse`
 * before anything is opened.
 */
export async function issueRaisedKey(
  args: readonly string[],
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'limits'>,
  now: Date,
  print: (line: string) => void,
): Promise<void> {
  const perMinute = perMinuteOf(args)
  await withDatabase(settings, async (db) => {
    const { apiKey, keyId, tier } = await issueKey(db, perMinute, settings.limits.keyedPerMinute, now)
    print(`${apiKey}\n${keyId}: tier ${tier}, ${perMinute} points a minute. The key is not shown again.`)
  })
}

/** Revokes a key of the configured database. Throws `KeyUnknown` where none has this id. */
export async function revokeKeyOf(
  keyId: string | undefined,
  settings: Pick<Config, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): Promise<void> {
  if (!/^key_[A-Za-z0-9]{12}$/.test(keyId ?? '')) throw new WrongUse('--revoke needs the id of a key.')
  await withDatabase(settings, async (db) => {
    if (!(await eraseKey(db, keyId ?? ''))) throw new KeyUnknown('No key has this id.')
    print(`${keyId}: revoked.`)
  })
}

function perMinuteOf([flag, value, ...more]: readonly string[]): number {
  if (flag !== '--per-minute') throw new WrongUse('--per-minute is missing.')
  if (value === undefined) throw new WrongUse('--per-minute needs a value.')
  if (more.length > 0) throw new WrongUse('There are no arguments besides --per-minute and its value.')
  const points = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (points >= 1 && points <= MOST_PER_MINUTE) return points
  throw new WrongUse(`--per-minute must be a whole number from 1 to ${MOST_PER_MINUTE}.`)
}

await runCommand(import.meta.url, { usage: USAGE }, (args) => {
  const [flag, keyId] = args
  return flag === '--revoke' && args.length <= 2
    ? revokeKeyOf(keyId, config(), console.log)
    : issueRaisedKey(args, config(), new Date(), console.log)
})
