import { parseArgs } from 'node:util'
import { type Config, config } from '../lib/config'
import { cleanLine } from '../lib/core/text/hostile-text'
import { clearUnsafeTexts } from '../lib/store/breakages/clear-texts'
import { prepareQueueKey } from '../lib/store/outbox/queue-key'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { withDatabase } from './with-database'

const USAGE = `npm run clear-text -- SERVER_ID --reason "..."   clears the unsafe texts that a server has now; a text that differs counts again
npm run clear-text -- SERVER_ID --undo           takes that back
  --reason   why, in 300 characters at most: GET /v1/declarations/SERVER_ID shows it and the log keeps it, so no personal data
${DATABASE_NOTE}`
const MOST_REASON_CHARS = 300

/** Something that is not there to be cleared. */
class NothingCleared extends Error {}

interface Asked {
  serverId: string
  /** null: what was cleared is taken back. */
  reason: string | null
}

/** What the arguments ask for. Throws for wrong use. */
export function askedIn(args: string[]): Asked {
  const options = { reason: { type: 'string' }, undo: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [serverId, ...more] = positionals
  if (serverId === undefined || more.length > 0) throw new WrongUse('It takes the id of one server.')
  if (values.undo === true) {
    if (values.reason !== undefined) throw new WrongUse('--undo takes no reason.')
    return { serverId, reason: null }
  }
  const reason = cleanLine(values.reason, MOST_REASON_CHARS + 1)
  if (reason === '') throw new WrongUse('--reason is missing.')
  if (reason.length > MOST_REASON_CHARS) throw new WrongUse(`--reason is longer than ${MOST_REASON_CHARS} characters.`)
  return { serverId, reason }
}

/**
 * `npm run clear-text`: clears the unsafe texts of a server in the database, or takes that back. Answers what it did;
 * throws where there is nothing to do.
 */
export function clearText(
  { serverId, reason }: Asked,
  settings: Pick<Config, 'databaseUrl' | 'dataDir' | 'tlog'>,
  now: Date,
): Promise<string> {
  return withDatabase(settings, async (db) => {
    prepareQueueKey(settings.tlog.queueKey, console.error)
    const changed = await clearUnsafeTexts(db, serverId, reason, now)
    if (changed === undefined) throw new NothingCleared(`No server has the id ${JSON.stringify(serverId)}.`)
    if (changed === 0)
      throw new NothingCleared(`${serverId} has ${reason === null ? 'no cleared text' : 'no unsafe text that counts'}.`)
    const what = changed === 1 ? '1 text' : `${changed} texts`
    return `${serverId}: ${reason === null ? `${what} no longer cleared` : `${what} cleared`}`
  })
}

await runCommand(import.meta.url, { usage: USAGE }, async (args) =>
  console.log(await clearText(askedIn(args), config(), new Date())),
)
