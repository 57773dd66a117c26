import { parseArgs } from 'node:util'
import { FIRST_PORT } from './world/serve-world'

export interface DemoOptions {
  /** Port of the service; undefined: that of the settings. */
  port: number | undefined
  /** First port of the simulated servers. */
  worldPort: number
  /** Folder of the data. */
  data: string
  /** Whether the simulated servers go on changing while they run. */
  liveChanges: boolean
  /** Make the data and stop. */
  buildOnly: boolean
}

export const DEMO_FOLDER = '.demo'

const USAGE = `npm run demo -- [options]   serves simulated servers with 90 days of history
  --port N            port of the service; left out: PORT, or 3000
  --world-port N      first port of the simulated servers; left out: ${FIRST_PORT}
  --data DIR          folder of the data; left out: DATA_DIR, or ${DEMO_FOLDER}
  --no-live-changes   the simulated servers stay as they are
  --build-only        makes the data and stops`

/** The demonstration cannot start. The message is for whoever typed the command. */
export class CannotDemonstrate extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotDemonstrate'
  }
}

const OPTIONS = {
  port: { type: 'string' },
  'world-port': { type: 'string' },
  data: { type: 'string' },
  'no-live-changes': { type: 'boolean' },
  'build-only': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** The options of a command line; `dataDir` is the folder of the settings. Throws `CannotDemonstrate` with the usage where they are not valid. */
export function readDemoOptions(args: readonly string[], dataDir: string): DemoOptions {
  const values = parsed(args)
  if (values.help) throw new CannotDemonstrate(USAGE)
  const port = values.port === undefined ? undefined : portOf('--port', values.port)
  return {
    port,
    worldPort: values['world-port'] === undefined ? FIRST_PORT : portOf('--world-port', values['world-port']),
    data: values.data ?? dataDir,
    liveChanges: !values['no-live-changes'],
    buildOnly: values['build-only'] ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (cause) {
    throw new CannotDemonstrate(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}

function portOf(option: string, text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new CannotDemonstrate(`${option} takes a port, 1 to 65535.\n${USAGE}`)
}
