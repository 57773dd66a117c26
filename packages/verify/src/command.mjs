// @ts-check
import { existsSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { systemSentence } from './system-sentence.mjs'

/**
 * What all commands have in common. `--help` and `-h` print the usage, end with 0 and do nothing else. A command ends
 * with 0 when it is done, or when what it compared agrees; with 1 when it failed, or when what it compared does not
 * agree; with 2 for wrong use, or when nothing could be compared. Results go to the standard output, messages to the
 * error output.
 *
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} [notCompared] of a command that compares: what precedes the message where it could not, such as
 * `Not verified`
 * @property {(error: unknown) => string} [readable] the text of an error; left out: `readable` of this module
 */

/** Wrong use of a command: it prints the message and its usage, and ends with 2. */
export class WrongUse extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options)
    this.name = 'WrongUse'
  }
}

const HELP = ['--help', '-h']

/**
 * Runs a command with the arguments of this process to its end. Does nothing where `module` is not the file that Node
 * was started with.
 *
 * @param {string} module `import.meta.url` of the command
 * @param {Command} command
 * @param {(args: string[]) => Promise<number | void> | number | void} main answers the exit code; nothing: 0
 */
export async function runCommand(module, command, main) {
  const [, started = '', ...args] = process.argv
  if (!existsSync(started) || module !== pathToFileURL(realpathSync(started)).href) return
  // Whoever read the output stopped, as `head` does: what is under way is finished without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  if (asksForHelp(args)) return console.log(command.usage)
  const code = await exitCodeOf(command, () => main(args))
  // Not by the end of all work: a command that failed may have left some open.
  if (code !== 0) process.exit(code)
}

/**
 * The exit code of a command's work. What it throws is printed: its message, and for a defect the stack.
 *
 * @param {Command} command
 * @param {() => Promise<number | void> | number | void} work
 * @param {(text: string) => void} [warn]
 * @returns {Promise<number>}
 */
export async function exitCodeOf({ usage, notCompared, readable: text = readable }, work, warn = console.error) {
  try {
    return (await work()) ?? 0
  } catch (error) {
    const wrongUse = wrongUseOf(error)
    if (wrongUse !== undefined) warn(`${wrongUse}\n\n${usage}`)
    else warn(notCompared === undefined ? text(error) : `${notCompared}: ${text(error)}`)
    if (error instanceof Error && 'exitCode' in error) return Number(error.exitCode)
    return wrongUse === undefined && notCompared === undefined ? 1 : 2
  }
}

/** Throws `WrongUse` where there are arguments. @param {readonly string[]} args */
export function takeNoArguments([first]) {
  if (first !== undefined) throw new WrongUse(`This command takes no arguments, as ${JSON.stringify(first)}.`)
}

/**
 * The text of an error: the message for this project's own classes, one sentence for what the machine refused, stack
 * and cause for a defect.
 *
 * @param {unknown} error
 */
export function readable(error) {
  return ownMessage(error) ?? systemSentence(error) ?? inspect(error)
}

/** Classes of packages. */
const OF_PACKAGES = /^(?:DatabaseError|Drizzle\w+|Zod\w+)$/

/** @param {unknown} error */
function ownMessage(error) {
  const name = error instanceof Error ? error.constructor.name : undefined
  const isOwn = name !== undefined && !(name in globalThis) && !OF_PACKAGES.test(name)
  return isOwn && error instanceof Error ? error.message : undefined
}

/**
 * The message for wrong use, also where `parseArgs` of Node refused the arguments; undefined: it is something else.
 *
 * @param {unknown} error
 */
function wrongUseOf(error) {
  if (error instanceof WrongUse) return error.message
  const isRefused = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  // Its first sentence; the next says how to write a positional argument that begins with a dash.
  return isRefused ? error.message.replace(/\.?$|\. To specify .*/s, '.') : undefined
}

/** Whether one of the arguments before `--` asks for the usage. @param {string[]} args */
function asksForHelp(args) {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some((word) => HELP.includes(word))
}

/** @param {NodeJS.ErrnoException} error */
function ignoreClosedPipe(error) {
  if (error.code !== 'EPIPE') throw error
}
