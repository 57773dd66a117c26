import { parseArgs } from 'node:util'
import { messageOf } from 'assay-hook/message-of'
import { writeAll } from 'assay-hook/run/standard-streams'
import { thisMachine } from 'assay-hook/state/state-folder'
import { type Command, WrongUse } from './command-types.ts'

export const USAGE = `assay-guard wrap FILE [--except NAME]... [--dry-run]      makes the servers of a client's configuration go through the guard
assay-guard unwrap FILE                                  takes that back
assay-guard run --config FILE [--server NAME]            serves all servers of a client's configuration, or one, over stdio
assay-guard run --config FILE --port N                   the same over HTTP on 127.0.0.1: /mcp, and /NAME/mcp for one
assay-guard run --name NAME [--url URL [--sse]] [-- COMMAND ARGS...]   serves one server over stdio
assay-guard status                                       each server of each guard that runs: state, calls, what was refused
assay-guard page [--port N]                              the same as a page on 127.0.0.1
assay-guard reports on|off                               whether it is sent how calls went: tool, success, time, kind of error

--config FILE      the configuration of a client, with its servers
--except NAME      a server that stays as it is
--dry-run          says what would be changed, and changes nothing
--service URL      the service; also ASSAY_URL. With neither, what this guard sees itself decides alone
--key KEY          the key that the service must sign with, "x" in its /.well-known/jwks.json; otherwise that of the first contact
--lock FILE        the pins of tools; otherwise tools.lock.json beside the configuration, or in or above this folder
--substitute HOW   off: no alternative is named; suggest: it is named; auto: it is called, where it only reads
--silence SECONDS  after so long without a sign of life a call or a start ends: 30
ASSAY_GUARD_HEADERS holds the headers for an address, one "Name: value" a line, ASSAY_GUARD_URL an address that --url would show to all.
ASSAY_GUARD_STATE names the folder where everything is kept.
It ends with 0: done; 1: it could not be done; 2: wrong use.`

const COMMANDS: Partial<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run/run-command.ts')).run,
  wrap: async () => (await import('./wrap/commands.ts')).wrap,
  unwrap: async () => (await import('./wrap/commands.ts')).unwrap,
  status: async () => (await import('./status/status-command.ts')).status,
  page: async () => (await import('./status/page-command.ts')).page,
  reports: async () => (await import('./status/reports-command.ts')).reports,
}

/** Runs a command with its arguments, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const print = (line: string) => writeAll(1, `${line}\n`)
  try {
    const machine = thisMachine()
    const end = args.indexOf('--')
    const own = end < 0 ? [...args] : args.slice(0, end)
    const { values, positionals } = parseArgs({ args: own, options: OPTIONS, allowPositionals: true })
    if (values.help) return print(USAGE)
    const [name = '', ...words] = positionals
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (load === undefined)
      throw new WrongUse(name === '' ? 'A command is needed.' : `There is no command ${JSON.stringify(name)}.`)
    const command = await load()
    const given = { words, command: end < 0 ? [] : args.slice(end + 1), options: values }
    await command(given, { machine, cwd: process.cwd(), print })
  } catch (error) {
    const message = messageOf(error)
    const isWrong =
      error instanceof WrongUse || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
    writeAll(2, isWrong ? `${message}\n\n${USAGE}\n` : `assay-guard: ${message}\n`)
    process.exitCode = isWrong ? 2 : 1
  }
}

const TEXT = { type: 'string' } as const
const OPTIONS = {
  config: TEXT,
  server: TEXT,
  name: TEXT,
  url: TEXT,
  /** What `wrap` remembers in an entry for `unwrap`. */
  was: TEXT,
  port: TEXT,
  service: TEXT,
  lock: TEXT,
  key: TEXT,
  substitute: TEXT,
  silence: TEXT,
  except: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  sse: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
