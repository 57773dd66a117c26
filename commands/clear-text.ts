import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Config, config } from '../lib/config'
import { cleanLine } from '../lib/core/text/hostile-text'
import { clearUnsafeTexts } from '../lib/store/breakages/clear-texts'
import { openDatabase } from '../lib/store/database'
import { runMain } from './run-main'

const USAGE = `npm run clear-text -- SERVER_ID --reason "..."   clears the unsafe texts that a server has now; a text that differs counts again
npm run clear-text -- SERVER_ID --undo           takes that back
  --reason   why, in 300 characters at most: GET /v1/declarations/SERVER_ID shows it and the log keeps it, so no personal data`
const MOST_REASON_CHARS = 300

/** Arguments that say nothing that can be done. */
class WrongUse extends Error {}

/** Something that is not there to be cleared. */
class NothingCleared extends Error {}

/**
 * `npm run clear-text`: clears the unsafe texts of a server in the configured database, or takes that back. Answers the exit code: 0 it did or only printed
 * usage, 1 there was nothing to change, 2 wrong use.
 */
export async function clearText(
  args: readonly string[],
  settings: () => Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: Date,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  try {
    const asked = askedIn(args)
    print(asked === 'help' ? USAGE : await change(asked, settings(), now))
    return 0
  } catch (cause) {
    if (cause instanceof WrongUse) complain(`${cause.message}\n${USAGE}`)
    else if (cause instanceof NothingCleared) complain(cause.message)
    else throw cause
    return cause instanceof WrongUse ? 2 : 1
  }
}

interface Asked {
  serverId: string
  /** null: what was cleared is taken back. */
  reason: string | null
}

function askedIn(args: readonly string[]): Asked | 'help' {
  const options = {
    reason: { type: 'string' },
    undo: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }))
  if (values.help === true) return 'help'
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

function parsed<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch (cause) {
    throw new WrongUse(cause instanceof Error ? cause.message : String(cause), { cause })
  }
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const complain = (line: string) => process.stderr.write(`${line}\n`)
  await runMain(async () => {
    process.exitCode = await clearText(process.argv.slice(2), config, new Date(), print, complain)
  })
}
