import { randomBytes } from 'node:crypto'
import { formatVerifierKey, verifierKey } from 'assay-tlog/note/verifier-key'
import { bytesFromBase64url } from 'assay-verify/base64url'
import { type Config, config } from '../lib/config'
import type { Database } from '../lib/store/database'
import { prepareQueueKey } from '../lib/store/outbox/queue-key'
import { findTlogState } from '../lib/tlog/sql/state'
import { activateTlogKey, listTlogKeys } from '../lib/tlog/sql/tlog-keys'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withDatabase } from './with-database'

const USAGE = `npm run log-key -- list              shows every key that signs or signed checkpoints of the log, as verifier keys
npm run log-key -- rotate            replaces the key; the next checkpoint is signed by the new one
npm run log-key -- rotate --leaked   the same, and the log says that the old one leaked
${DATABASE_NOTE}`

/** Settings or a database with which nothing is rotated. */
export class LogKeyRefused extends Error {
  constructor(fault: string) {
    super(fault)
    this.name = 'LogKeyRefused'
  }
}

/** `npm run log-key`: shows or replaces the key of the log of the configured database. Never prints a secret. */
export async function runLogKey(
  args: readonly string[],
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'tlog'>,
  now: Date,
  print: (line: string) => void,
): Promise<void> {
  const action = args.join(' ')
  if (!['list', 'rotate', 'rotate --leaked'].includes(action))
    throw new WrongUse('The arguments are list, rotate, or rotate --leaked.')
  if (action !== 'list' && settings.tlog.seed !== null)
    throw new LogKeyRefused('LOG_KEY signs. Give it another seed and start the processes again.')
  await withDatabase(settings, async (db) => {
    prepareQueueKey(settings.tlog.queueKey, console.error)
    if (action !== 'list') await rotate(db, action === 'rotate --leaked' ? 'leaked' : 'retired', now)
    await printKeys(db, print)
  })
}

async function rotate(db: Database, event: 'leaked' | 'retired', now: Date): Promise<void> {
  if ((await findTlogState(db)) === undefined)
    throw new LogKeyRefused('This database has no log yet: start the service.')
  const seed = randomBytes(32).toString('base64url')
  await db.transaction((tx) => activateTlogKey(tx, { seed, isStored: true, event }, now))
}

async function printKeys(db: Database, print: (line: string) => void): Promise<void> {
  const origin = (await findTlogState(db))?.origin
  if (origin === undefined) return print('This database has no log.')
  for (const { publicKey, retiredAt } of await listTlogKeys(db)) {
    const vkey = formatVerifierKey(verifierKey(origin, 'ed25519', bytesFromBase64url(publicKey) ?? new Uint8Array(0)))
    print(`${vkey}  ${retiredAt === null ? 'signs' : `signed until ${retiredAt.toISOString()}`}`)
  }
}

await runCommand(import.meta.url, { usage: USAGE }, (args) => runLogKey(args, config(), new Date(), console.log))
