// @ts-check
import * as shared from '../packages/verify/src/command.mjs'
import { databaseSentence } from './command/database-sentence.mjs'

export const { takeNoArguments, WrongUse } = shared

/** @typedef {shared.Command} Command */

/** Last line of the usage of commands that open the configured database. */
export const DATABASE_NOTE =
  'Uses the database of DATABASE_URL; without it the embedded one in DATA_DIR, and then only while the service is stopped.'

/**
 * See the module of the package; what the database refused is one sentence as well.
 *
 * @param {unknown} error
 */
export function readable(error) {
  return databaseSentence(error) ?? shared.readable(error)
}

/** @type {typeof shared.runCommand} */
export function runCommand(module, command, main) {
  return shared.runCommand(module, { readable, ...command }, main)
}
