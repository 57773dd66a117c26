import {
  DENO_OPTIONS,
  firstArgument,
  IMAGE_OPTIONS,
  NPM_OPTIONS,
  type Options,
  PYTHON_OPTIONS,
} from './command-options.ts'
import { behindGuard } from './guarded-command.ts'
import { namedByImage, namedByPackage } from './package-reference.ts'
import { namedByAddress } from './public-address.ts'
import { type Named, notLookedUp } from './setup-server.ts'

interface Runner {
  /** Words that the command line begins with. */
  words: readonly string[]
  options: Options
  read: (reference: string) => Named
}

const runner = (words: string, options: Options, read: (reference: string) => Named): Runner => ({
  words: words.split(' '),
  options,
  read,
})

/** Commands that run a published package or image. */
const RUNNERS: readonly Runner[] = [
  ...['npx', 'bunx', 'pnpx', 'bun x', 'pnpm dlx', 'yarn dlx', 'npm exec', 'npm x'].map((words) =>
    runner(words, NPM_OPTIONS, namedByPackage),
  ),
  ...['uvx', 'uv tool run', 'pipx run'].map((words) => runner(words, PYTHON_OPTIONS, namedByPackage)),
  ...['docker run', 'podman run', 'nerdctl run', 'docker container run'].map((words) =>
    runner(words, IMAGE_OPTIONS, namedByImage),
  ),
  runner('deno run', DENO_OPTIONS, (reference) =>
    reference.startsWith('npm:') ? namedByPackage(reference.slice(4)) : notLookedUp('local_program'),
  ),
]

/** Packages that connect a client to an address, which is then the server's name. */
const BRIDGES: ReadonlySet<string> = new Set(['mcp-remote', 'supergateway', 'mcp-proxy', '@smithery/cli', 'mcp-client'])
/** Shells and wrappers before the actual command. */
const WRAPPERS: ReadonlySet<string> = new Set(['cmd', 'env', 'sudo', 'nice', 'wsl', 'powershell', 'pwsh'])
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh'])

/**
 * What a command starts, by the rules of each program that runs packages: `npx -y @scope/name@1.2`, `uvx name`,
 * `docker run -i image`. Only the name and the version of the package are taken; every other argument is left alone. An
 * option that is not known ends the reading, because the word after it may be its value.
 */
export function namedByCommand(command: string, args: readonly string[]): Named {
  const words = [...command.trim().split(/\s+/), ...args]
  const guarded = behindGuard(words)
  if (guarded !== null) return namedByGuarded(guarded)
  const [program = '', ...rest] = words
  const name = programName(program)
  if (SHELLS.has(name)) return namedInScript(rest)
  if (WRAPPERS.has(name)) return namedAfterWrapper(rest)
  const line = [name, ...rest]
  const found = RUNNERS.find(({ words: begin }) => begin.every((word, at) => line[at] === word))
  if (found === undefined) return notLookedUp('local_program')
  const given = line.slice(found.words.length)
  const first = firstArgument(given, found.options)
  if (first === 'unknown') return notLookedUp('unknown_option')
  if (first === undefined) return notLookedUp('no_name')
  const read = found.read(first.word)
  const [identifier] = read.identifiers
  return identifier !== undefined && BRIDGES.has(identifier.text) ? bridged(given.slice(first.at + 1), read) : read
}

function namedByGuarded([command, ...args]: readonly string[]): Named {
  if (command === undefined) return notLookedUp('no_name')
  return /^https?:\/\//i.test(command) ? namedByAddress(command) : namedByCommand(command, args)
}

/** A path and the ending of a program do not matter: `C:\\Program Files\\nodejs\\npx.cmd`. */
function programName(program: string): string {
  return (program.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')
}

/** `sh -c "npx …"`. Quotes and variables are not interpreted: a word with either is no name. */
function namedInScript(args: readonly string[]): Named {
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word))
  const words = (args[at + 1] ?? '').trim().split(/\s+/)
  const [program = ''] = words
  return at < 0 || program === '' || SHELLS.has(programName(program))
    ? notLookedUp('local_program')
    : namedByCommand(program, words.slice(1))
}

/** `cmd /c npx …`, `env KEY=value npx …`. */
function namedAfterWrapper(words: readonly string[]): Named {
  const at = words.findIndex((word) => RUNNERS.some(({ words: [first] }) => first === programName(word)))
  const before = words.slice(0, at)
  const isPlain = before.every((word) => /^[-/][A-Za-z]$|^[A-Za-z_]\w*=/.test(word))
  return at < 0 || !isPlain ? notLookedUp('local_program') : namedByCommand(words[at] ?? '', words.slice(at + 1))
}

function bridged(args: readonly string[], bridge: Named): Named {
  const address = args.find((word) => /^https?:\/\//i.test(word))
  return address === undefined ? bridge : namedByAddress(address)
}
