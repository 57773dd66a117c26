import { parseArgs } from 'node:util'
import { type Config, config } from '../lib/config'
import { cleanLine } from '../lib/core/text/hostile-text'
import { clearUnsafeTexts } from '../lib/store/breakages/clear-texts'
import { openDatabase } from '../lib/store/database'
import { DATABASE_NOTE, exitCodeOf, runCommand, WrongUse } from './command.mjs'

const USAGE = `npm run clear-text -- SERVER_ID --reason "..."   clears the unsafe texts that a server has now; a text that differs counts again
npm run clear-text -- SERVER_ID --undo           takes that back
  --reason   why, in 300 characters at most: GET /v1/declarations/SERVER_ID shows it and the log keeps it, so no personal data
${DATABASE_NOTE}`
const MOST_REASON_CHARS = 300

/** Something that is not there to be cleared. */
class NothingCleared extends Error {}

/**
 * `npm run clear-text`: clears the unsafe texts of a server in the configured database, or takes that back. Answers the exit code: 0 it did, 1 there was nothing to
 * change, 2 wrong use.
 */
export function clearText(
  args: readonly string[],
  settings: () => Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const work = async () => {
    print(await change(askedIn(args), settings(), now))
  }
  return exitCodeOf({ usage: USAGE }, work, complain)
}

interface Asked {
  serverId: string
  /** null: what was cleared is taken back. */
  reason: string | null
}

function askedIn(args: readonly string[]): Asked {
  const options = {
    reason: { type: 'string' },
    undo: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
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

async function change(
  { serverId, reason }: Asked,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
): Promise<string> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir })
  try {
    const changed = await clearUnsafeTexts(db, serverId, reason, now)
    if (changed === undefined) throw new NothingCleared(`No server has the id ${JSON.stringify(serverId)}.`)
    const what = changed === 1 ? '1 text' : `${changed} texts`
    if (changed > 0) return `${serverId}: ${reason === null ? `${what} no longer cleared` : `${what} cleared`}`
    throw new NothingCleared(`${serverId} has ${reason === null ? 'no cleared text' : 'no unsafe text that counts'}.`)
  } finally {
    await close()
  }
}

await runCommand(import.meta.url, { usage: USAGE }, (args) =>
  clearText(args, config, new Date(), console.log, console.error),
)
