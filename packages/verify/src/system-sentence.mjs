// @ts-check

/**
 * What an error of the system has besides its message.
 *
 * @typedef {NodeJS.ErrnoException & { address?: string, port?: number, hostname?: string }} SystemError
 */

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
export function firstOf(errors, say) {
  for (const error of errors) {
    const said = say(error)
    if (said !== undefined) return said
  }
  return undefined
}

/** An error and what caused it, from the outside in. @param {unknown} error @returns {SystemError[]} */
export function causesOf(error) {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(causesOf)]
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
