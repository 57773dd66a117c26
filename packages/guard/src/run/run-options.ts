import { resolve } from 'node:path'
import { SUBSTITUTION_MODES, type SubstitutionMode } from '../calls/substitution.ts'
import { type Given, type Surroundings, textOf, WrongUse } from '../command-types.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { readConfiguration, serverOfWords } from '../servers/read-configuration.ts'

export interface RunOptions {
  servers: readonly ConfiguredServer[]
  /** What of the configuration is not as it should be, a sentence each. */
  faults: readonly string[]
  /** null: over stdio. */
  port: number | null
  /** The configuration; null: the server was given in words. */
  config: string | null
  lock: string | undefined
  /** Of the options and the environment, unchecked. */
  service: string | undefined
  /** The key that the service must sign with. */
  key: string | undefined
  substitute: SubstitutionMode
}

/** Throws `WrongUse`, or an Error where there is nothing to serve. */
export function readRunOptions(given: Given, surroundings: Surroundings): RunOptions {
  const { machine } = surroundings
  const port = textOf(given, 'port')
  const config = textOf(given, 'config')
  const substitute = SUBSTITUTION_MODES.find((how) => how === (textOf(given, 'substitute') ?? 'suggest'))
  if (substitute === undefined) throw new WrongUse('--substitute is off, suggest or auto.')
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw new WrongUse('--port is a number from 0 to 65535.')
  const { servers, faults } = config === undefined ? one(given, surroundings) : all(config, given, surroundings)
  return {
    servers,
    faults,
    port: port === undefined ? null : Number(port),
    config: config === undefined ? null : resolve(surroundings.cwd, config),
    lock: textOf(given, 'lock'),
    service: textOf(given, 'service') ?? machine.env.ASSAY_URL,
    key: textOf(given, 'key'),
    substitute,
  }
}

function all(config: string, given: Given, { machine, cwd }: Surroundings) {
  if (given.command.length > 0 || textOf(given, 'name') !== undefined || textOf(given, 'url') !== undefined)
    throw new WrongUse('--config has the servers: --name, --url and a command are for one without it.')
  const only = textOf(given, 'server')
  const { servers, faults } = readConfiguration(resolve(cwd, config), { machine, cwd, ...silence(given) })
  const served = servers.filter(({ name }) => only === undefined || name === only)
  if (served.length === 0)
    throw new Error(faults[0] ?? `${config} names no server ${only === undefined ? 'at all' : JSON.stringify(only)}.`)
  return { servers: served, faults }
}

function one(given: Given, { machine, cwd }: Surroundings) {
  const name = textOf(given, 'name')
  if (name === undefined) throw new WrongUse('--config FILE or --name NAME is needed.')
  const { command } = given
  const words = { name, url: textOf(given, 'url'), isSse: given.options.sse === true, command }
  return { servers: [serverOfWords(words, { machine, cwd, ...silence(given) })], faults: [] }
}

function silence(given: Given): { silenceMs?: number } {
  const seconds = textOf(given, 'silence')
  if (seconds === undefined) return {}
  const silenceMs = Number(seconds) * 1000
  if (!(silenceMs >= 100 && silenceMs <= 86_400_000)) throw new WrongUse('--silence is a number of seconds.')
  return { silenceMs }
}
