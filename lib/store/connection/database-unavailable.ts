/**
 * What the database cannot do although it answers. `full`: its disk is full. `busy`: no connection was free in time,
 * one was lost, or a statement took too long.
 */
export type Limitation = 'full' | 'busy'

/** Why a statement could not be carried out, apart from its own faults. `unreachable`: the database does not answer. */
export type DatabaseFault = 'unreachable' | Limitation

/**
 * The database could not be used. It was logged when that began, so whoever catches this need not log it. A statement
 * that was sent may have been carried out.
 */
export class DatabaseUnavailable extends Error {
  readonly fault: DatabaseFault

  constructor(fault: DatabaseFault, options?: ErrorOptions) {
    super(`the database is not available: ${fault}`, options)
    this.name = 'DatabaseUnavailable'
    this.fault = fault
  }
}

/**
 * Whether an error, or one that caused it, is that the database could not be used. By name: under Next two copies of
 * the class exist in one process. Drizzle wraps errors of drivers.
 */
export function isDatabaseUnavailable(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'DatabaseUnavailable' || isDatabaseUnavailable(cause.cause))
}

/** SQLSTATE of a write where nothing can be written: a replica, or what a failover made one. */
export const READ_ONLY = '25006'
/** SQLSTATE of a full disk; also of the crash that a full disk of the write-ahead log causes. */
const DISK_FULL = '53100'
/** SQLSTATE: a lost connection (class 08), a database that stops, has crashed or is starting (57P01 to 57P03). */
const UNREACHABLE = /^(?:08...|57P0[1-3])$/
/** SQLSTATE: out of memory, too many connections, a statement that was cancelled for its time. */
const BUSY = /^(?:53200|53300|57014)$/
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * Why the database could not be used; undefined: the statement itself is at fault. `isLost`: the driver lost the
 * connection or got none.
 */
export function faultOf(cause: unknown, isLost: boolean): DatabaseFault | undefined {
  if (cause instanceof DatabaseUnavailable) return cause.fault
  const state = sqlStateOf(cause)
  if (state === DISK_FULL) return 'full'
  if (state !== undefined && BUSY.test(state)) return 'busy'
  if (state !== undefined && (state === READ_ONLY || UNREACHABLE.test(state))) return 'unreachable'
  return isLost ? 'unreachable' : undefined
}

/** SQLSTATE of an error that the database itself sent, or that another error wraps. */
export function sqlStateOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if (!('code' in cause) || !('severity' in cause)) return sqlStateOf(cause.cause)
  return typeof cause.code === 'string' && SQLSTATE.test(cause.code) ? cause.code : undefined
}
