// @ts-check
import { causesOf, firstOf } from '../../packages/verify/src/system-sentence.mjs'

/** @typedef {import('../../packages/verify/src/system-sentence.mjs').SystemError} SystemError */

/** Characters shown at most of a message of the database. */
const MESSAGE_SHOWN = 300

/**
 * Why an address cannot be reached, by the code of the error.
 *
 * @type {Readonly<Record<string, (at: string) => string>>}
 */
const CONNECTION_FAULTS = {
  ECONNREFUSED: (at) => `nothing answers at ${at}`,
  ECONNRESET: (at) => `${at} ended the connection`,
  ETIMEDOUT: (at) => `${at} does not answer`,
  EHOSTUNREACH: (at) => `${at} cannot be reached`,
  ENETUNREACH: (at) => `${at} cannot be reached`,
  ENOTFOUND: (at) => `there is no host ${at}`,
  EAI_AGAIN: (at) => `the name ${at} cannot be resolved now`,
  ENOENT: (at) => `there is no socket ${at}`,
}

/**
 * SQLSTATE of what is no defect of a statement: no connection, role, password or database, no more resources, a
 * database that stops, no right, read-only.
 */
const REFUSALS = /^(?:08|28|3D|53|57P0|42501|25006)/

// Errors are known by their form, as the bundle of the service has classes of its own.

/**
 * One sentence for why the database cannot be used, such as a wrong password; undefined: the error is another.
 *
 * @param {unknown} error
 */
export function databaseSentence(error) {
  const why = firstOf(causesOf(error), databaseFault)
  return why === undefined ? undefined : `The database cannot be used: ${why}.`
}

/** @param {SystemError} error @returns {string | undefined} */
function databaseFault(error) {
  const { code = '' } = error
  if ('severity' in error && REFUSALS.test(code)) return shown(error.message)
  if (error.name !== 'DatabaseUnavailable') return undefined
  const [, ...causes] = causesOf(error)
  return (
    firstOf(causes, databaseFault) ?? firstOf(causes, connectionFault) ?? shown(causes[0]?.message ?? error.message)
  )
}

/** @param {SystemError} error */
function connectionFault(error) {
  const { code = '', message } = error
  if (/timeout/i.test(message)) return 'it does not answer in time'
  if (/^Connection terminated/.test(message))
    return 'it ended the connection without an answer, as a server that is no Postgres does'
  return CONNECTION_FAULTS[code]?.(placeOf(error))
}

/** @param {SystemError} error */
function placeOf({ address, port, hostname }) {
  if (address === undefined) return hostname ?? 'its address'
  return port === undefined ? address : `${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** @param {string} message */
function shown(message) {
  return message
    .replace(/\p{C}+/gu, ' ')
    .slice(0, MESSAGE_SHOWN)
    .replace(/\.$/, '')
}
