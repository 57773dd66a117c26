// @ts-check

/**
 * What an error of the system has besides its message.
 *
 * @typedef {NodeJS.ErrnoException & { address?: string, port?: number, hostname?: string }} SystemError
 */

/** Characters shown at most of a message of the database. */
const MESSAGE_SHOWN = 300

/**
 * What the machine refused about a file or folder, by the code of the error.
 *
 * @type {Readonly<Record<string, (path: string) => string>>}
 */
const PATH_FAULTS = {
  ENOENT: (path) => `There is no ${path}.`,
  ENOTDIR: (path) => `${path} is a file, or in one, and a folder is needed.`,
  EISDIR: (path) => `${path} is a folder, and a file is needed.`,
  EACCES: (path) => `This user may not use ${path}.`,
  EPERM: (path) => `This user may not use ${path}.`,
  EROFS: (path) => `${path} cannot be written: it is read-only.`,
  ENOSPC: (path) => `${path} cannot be written: the disk is full.`,
}

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

/**
 * One sentence for what the machine refused, such as a port in use or a folder that is a file; undefined: the error is
 * another.
 *
 * @param {unknown} error
 */
export function systemSentence(error) {
  return firstOf(causesOf(error), (one) => listenFault(one) ?? pathFault(one))
}

/**
 * @param {readonly SystemError[]} errors
 * @param {(error: SystemError) => string | undefined} say
 * @returns {string | undefined}
 */
function firstOf(errors, say) {
  for (const error of errors) {
    const said = say(error)
    if (said !== undefined) return said
  }
  return undefined
}

/** An error and what caused it, from the outside in. @param {unknown} error @returns {SystemError[]} */
function causesOf(error) {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(causesOf)]
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

/** @param {SystemError} error */
function listenFault(error) {
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is in use. End the process that listens there, or choose another port.`
  if (error.code === 'EADDRNOTAVAIL') return `This machine has no address ${error.address} to listen at.`
  return error.code === 'EACCES' ? `This user may not listen on port ${error.port}.` : undefined
}

/** @param {SystemError} error */
function pathFault({ code = '', syscall, path }) {
  if (typeof path !== 'string') return undefined
  // Of a folder that is made together with those above it: it exists, and is none.
  const known = code === 'EEXIST' && syscall === 'mkdir' ? 'ENOTDIR' : code
  return PATH_FAULTS[known]?.(path)
}

/** @param {string} message */
function shown(message) {
  return message
    .replace(/\p{C}+/gu, ' ')
    .slice(0, MESSAGE_SHOWN)
    .replace(/\.$/, '')
}
