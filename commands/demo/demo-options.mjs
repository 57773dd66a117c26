// @ts-check
import { parseArgs } from 'node:util'
import { WrongUse } from '../command.mjs'

/**
 * @typedef {object} DemoOptions
 * @property {number | undefined} port of the service; undefined: that of the settings
 * @property {number} worldPort first port of the simulated servers
 * @property {string} data folder of the data
 * @property {boolean} liveChanges whether the simulated servers go on changing while they run
 * @property {boolean} buildOnly make the data and stop
 */

export const DEMO_FOLDER = '.demo'
/** Of the simulated servers. */
export const FIRST_PORT = 4301

export const DEMO_USAGE = `npm run demo -- [options]   serves simulated servers with 90 days of history
  --port N            port of the service; left out: PORT, or 3000
  --world-port N      first port of the simulated servers; left out: ${FIRST_PORT}
  --data DIR          folder of the data; left out: DATA_DIR, or ${DEMO_FOLDER}
  --no-live-changes   the simulated servers stay as they are
  --build-only        makes the data and stops
The first time it installs, builds and simulates, which takes minutes.`

/** The demonstration cannot start. The message is for whoever typed the command. */
export class CannotDemonstrate extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options)
    this.name = 'CannotDemonstrate'
  }
}

const OPTIONS = /** @type {const} */ ({
  port: { type: 'string' },
  'world-port': { type: 'string' },
  data: { type: 'string' },
  'no-live-changes': { type: 'boolean' },
  'build-only': { type: 'boolean' },
})

/**
 * The options of a command line. Throws for wrong ones, as `WrongUse` or from `parseArgs`.
 *
 * @param {readonly string[]} args
 * @returns {Omit<DemoOptions, 'data'> & { data: string | undefined }} `data` undefined: the folder of the settings
 */
export function readDemoOptions(args) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const worldPort = values['world-port']
  return {
    port: values.port === undefined ? undefined : portOf('--port', values.port),
    worldPort: worldPort === undefined ? FIRST_PORT : portOf('--world-port', worldPort),
    data: values.data,
    liveChanges: !values['no-live-changes'],
    buildOnly: values['build-only'] ?? false,
  }
}

/** @param {string} option @param {string} text */
function portOf(option, text) {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new WrongUse(`${option} takes a port, 1 to 65535.`)
}
