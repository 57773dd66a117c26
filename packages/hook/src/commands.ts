import { parseArgs } from 'node:util'
import { type Given, type Surroundings, WrongUse } from './command-types.ts'
import { HOST_NAMES } from './hosts/find-host.ts'
import { messageOf } from './message-of.ts'
import { writeAll } from './run/standard-streams.ts'
import { thisMachine } from './state/state-folder.ts'

const HOSTS = HOST_NAMES.join(', ')

export const USAGE = `assay-hook install HOST --url URL [--project] [--key KEY]   adds the hook to the settings of a host
assay-hook install claude-code --http --url URL             prints the lines for a hook without this program
assay-hook uninstall HOST [--project]                       removes it again
assay-hook status [--url URL] [HOST]                        what is known of each server of a setup, and what was said
assay-hook reports on|off                                   whether it is sent how calls went: tool, success, time, kind of error
assay-hook refresh [--url URL]                              fetches what is known now
assay-hook run HOST [--url URL]                             answers one event of a host: the host runs it

HOST: ${HOSTS}
--url URL   the service; also ASSAY_URL. With neither, nothing is said of any call.
--project   in this folder, for everybody who works in it; otherwise for you, everywhere
--key KEY   the key that the service must sign with, "x" in its /.well-known/jwks.json; otherwise that of the first contact
ASSAY_HOOK_STATE names the folder where everything is kept.
It ends with 0: done; 1: it could not be done; 2: wrong use.`

type Command = (given: Given, surroundings: Surroundings) => Promise<void>

const COMMANDS: Partial<Record<string, () => Promise<Command>>> = {
  install: async () => (await import('./install/command.ts')).installCommand,
  uninstall: async () => (await import('./install/command.ts')).uninstallCommand,
  status: async () => (await import('./status/command.ts')).statusCommand,
  reports: async () => (await import('./install/reports-command.ts')).reportsCommand,
  refresh: async () => (await import('./refresh/command.ts')).refreshCommand,
}

/** Runs a command with its arguments, and sets the exit code of the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const print = (line: string) => writeAll(1, `${line}\n`)
  try {
    const machine = thisMachine()
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help) return print(USAGE)
    const [name = '', ...words] = positionals
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (load === undefined)
      throw new WrongUse(name === '' ? 'A command is needed.' : `There is no command ${JSON.stringify(name)}.`)
    const { url, key, project = false, http = false } = values
    const command = await load()
    await command(
      { words, url, key, isProject: project, isHttp: http },
      { machine, cwd: process.cwd(), now: Date.now(), print },
    )
  } catch (error) {
    const message = messageOf(error)
    const isWrong =
      error instanceof WrongUse || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_')
    writeAll(2, isWrong ? `${message}\n\n${USAGE}\n` : `assay-hook: ${message}\n`)
    process.exitCode = isWrong ? 2 : 1
  }
}

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  project: { type: 'boolean' },
  http: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
