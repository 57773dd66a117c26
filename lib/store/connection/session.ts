import { within } from '../within'
import { DatabaseUnavailable, READ_ONLY } from './database-unavailable'

/** A client that has just connected. */
export interface Connected {
  /** As the server named itself at the start of the session. */
  processID?: number | null
  query(text: string): Promise<{ rows: unknown[] }>
}

/** What every session begins with. */
export interface SessionStart {
  /** Whether a pooler such as PgBouncer may give each transaction another session of the server. */
  isPooled: boolean
  /** Whether it takes no writes: a replica, or a primary that was made read-only. */
  isReadOnly: boolean
}

/**
 * Asks what kind of session a new connection is; null: no answer in time, which is left to what watches statements.
 *
 * A pooler names itself with a number of its own, not with that of the server's process. Only a session that is not
 * shared is changed: compiling a statement takes Postgres several times as long as executing it where it only guesses
 * that it is dear. By `pg_settings`, as some databases have no such setting.
 */
export function beginSession(client: Connected, withinMs: number): Promise<SessionStart | null> {
  const { processID } = client
  const isOwn = processID == null ? 'false' : `pg_backend_pid() = ${Number(processID)}`
  const asked = client.query(
    `SELECT NOT (${isOwn}) AS "isPooled", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       (SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit' AND ${isOwn}) AS jit`,
  )
  return within(
    asked.then(({ rows }) => rows[0] as SessionStart),
    withinMs,
    null,
  )
}

/** What a connection fails with whose server takes no writes, as the server itself would say it. */
export function readOnlyFailure(): DatabaseUnavailable {
  const message = 'the database takes no writes: it is a replica, or was made read-only'
  return Object.assign(new DatabaseUnavailable('unreachable'), { message, code: READ_ONLY })
}

type Call = (...given: unknown[]) => unknown

/**
 * Has a client send every statement without its name: a named one stays in one session of the server, and a pooler may
 * give the next transaction another.
 */
export function forgetNames(client: { query: Call }): void {
  const query = client.query.bind(client)
  client.query = (statement, ...rest) =>
    query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)
}

function isNamed(statement: unknown): statement is { name: unknown } {
  return typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
}
