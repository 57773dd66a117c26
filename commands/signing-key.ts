import { randomBytes } from 'node:crypto'
import { type Config, config } from '../lib/config'
import { PUBLISHED_AHEAD_MS } from '../lib/core/signing-key-periods'
import type { Database } from '../lib/store/database'
import { prepareQueueKey } from '../lib/store/outbox/queue-key'
import {
  addNextSigningKey,
  deleteRetiredKeys,
  listSigningKeys,
  retireSigningKeys,
} from '../lib/store/signing/signing-keys'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withDatabase } from './with-database'

const USAGE = `npm run signing-key -- list              shows every key of the key set
npm run signing-key -- rotate            adds a key that takes over in ten minutes, when verifiers have seen it
npm run signing-key -- rotate --leaked   replaces the key at once, and takes its public key out of the key set:
                                         what it signed no longer verifies
${DATABASE_NOTE}`

/** Settings or a database with which nothing is rotated. */
class SigningKeyRefused extends Error {
  constructor(fault: string) {
    super(fault)
    this.name = 'SigningKeyRefused'
  }
}

/** `npm run signing-key`: shows or replaces the signing key of the configured database. Never prints a secret. */
export async function runSigningKey(
  args: readonly string[],
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'signingSeed' | 'tlog'>,
  now: Date,
  print: (line: string) => void,
): Promise<void> {
  const action = args.join(' ')
  if (!['list', 'rotate', 'rotate --leaked'].includes(action))
    throw new WrongUse('The arguments are list, rotate, or rotate --leaked.')
  if (action !== 'list' && settings.signingSeed !== null) {
    throw new SigningKeyRefused(
      'SIGNING_KEY signs. Give it another seed and start the processes again: the old public key stays in the key set by itself.',
    )
  }
  await withDatabase(settings, async (db) => {
    prepareQueueKey(settings.tlog.queueKey, console.error)
    if (action !== 'list') await rotate(db, action === 'rotate --leaked', now)
    await printKeys(db, now, print)
  })
}

async function rotate(db: Database, isLeaked: boolean, now: Date): Promise<void> {
  const seed = randomBytes(32).toString('base64url')
  if (!isLeaked) return addNextSigningKey(db, seed, new Date(now.getTime() + PUBLISHED_AHEAD_MS), now)
  const retired = await retireSigningKeys(db, now, 'leaked')
  await addNextSigningKey(db, seed, now, now)
  await deleteRetiredKeys(db, retired)
}

async function printKeys(db: Database, now: Date, print: (line: string) => void): Promise<void> {
  const keys = await listSigningKeys(db, now)
  const active = keys.find(({ seed, signsFrom }) => seed !== null && signsFrom <= now)
  for (const key of keys) {
    const { kid, seed, signsFrom, neededUntil } = key
    if (key === active) print(`${kid}  signs since ${signsFrom.toISOString()}`)
    else if (seed !== null) print(`${kid}  signs from ${signsFrom.toISOString()} on`)
    else print(`${kid}  verifies until ${neededUntil?.toISOString()}`)
  }
}

await runCommand(import.meta.url, { usage: USAGE }, (args) => runSigningKey(args, config(), new Date(), console.log))
