import { AvailabilityRecord } from './availability'
import { DatabaseUnavailable, READ_ONLY, sqlStateOf } from './database-unavailable'
import { readOnlyFailure } from './session'

/** How long this process waits for the database. */
export interface DatabaseTimeouts {
  /** For a connection, and for the answer to a check. */
  connectMs: number
  /** For the answer to a statement, before a check is made on a connection of its own. */
  checkAfterMs: number
  /** For the answer to a statement; its connection is cut then. null: for ever. */
  statementMs: number | null
}

export const DEFAULT_TIMEOUTS: DatabaseTimeouts = { connectMs: 3000, checkAfterMs: 2000, statementMs: null }

type Call = (...given: unknown[]) => unknown

/** What a client of `pg` and of the Neon driver have in common. */
interface PooledClient {
  query: Call
  /** Set anew by the pool whenever it gives the client out. */
  release: (cause?: unknown) => void
  on(event: 'error', listener: (cause: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  connection: { stream: { destroy(): unknown } }
}

export interface ClientPool {
  connect: Call
  query: Call
  on(event: 'error', listener: () => void): unknown
  on(event: 'connect', listener: (client: PooledClient) => void): unknown
}

/** A client outside of the pool. */
export interface SingleClient {
  connect(): Promise<unknown>
  query(text: string): Promise<{ rows: unknown[] }>
  end(): Promise<unknown>
  on(event: 'error', listener: () => void): unknown
  connection: { stream: { destroy(): unknown } }
}

export interface WatchedPool {
  availability: AvailabilityRecord
  /** Applies the statement timeout from now on: migrations may take as long as they need. */
  limitStatements(): void
  /** Ends every connection; those after it are new. */
  cut(): void
  close(): void
}

interface Statement {
  client: PooledClient
  beganAt: number
}

const SWEEP_EVERY_MS = 250
const RETRY_MS = 1000
const WRITES: ReadonlySet<unknown> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** SQLSTATE of a database that has no connection left: it answers. */
const TOO_MANY_CONNECTIONS = '53300'

/** Resolves where the database answers on a connection of its own; rejects within the connect timeout where not. */
type Ask = () => Promise<void>

/**
 * Watches every connection and statement of a pool: one that fails because the database cannot be used throws
 * `DatabaseUnavailable`, one without an answer has the database checked, and in an outage no connection is given out. A
 * client in use has a listener for errors, without which one would end the process.
 */
export function watchPool(
  pool: ClientPool,
  ask: Ask,
  timeouts: DatabaseTimeouts,
  log: (line: string) => void,
): WatchedPool {
  const clients = new Set<PooledClient>()
  const statements = new Set<Statement>()
  const losses = new WeakSet<Error>()
  const givenOut = new WeakMap<PooledClient, PooledClient['release']>()
  let statementMs: number | null = null
  const cut = () => clients.forEach(cutOff)
  const availability = new AvailabilityRecord({ ask, cut, retryMs: RETRY_MS, log })
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const { client, beganAt } of statements) {
      if (statementMs !== null && now - beganAt > statementMs) cutOff(client)
      else if (now - beganAt > timeouts.checkAfterMs && availability.outage === null) void availability.check()
    }
  }, SWEEP_EVERY_MS).unref()
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('end', () => clients.delete(client))
    client.on('error', (cause) => {
      losses.add(cause)
      givenOut.get(client)?.(cause)
    })
    watchStatements(client, statements, availability)
  })
  watchConnect(pool, givenOut, availability)
  watchQuery(pool, losses, availability)
  return {
    availability,
    limitStatements: () => {
      statementMs = timeouts.statementMs
    },
    cut,
    close: () => {
      clearInterval(sweep)
      availability.close()
    },
  }
}

function cutOff({ connection }: PooledClient | SingleClient): void {
  connection.stream.destroy()
}

function watchConnect(
  pool: ClientPool,
  givenOut: WeakMap<PooledClient, PooledClient['release']>,
  availability: AvailabilityRecord,
): void {
  const connect = pool.connect.bind(pool)
  pool.connect = (callback?: unknown) => {
    const refusal = availability.refusal()
    if (typeof callback === 'function') {
      if (refusal !== undefined) return setImmediate(() => callback(refusal))
      return connect((cause: unknown, ...results: unknown[]) =>
        callback(cause == null ? cause : availability.failed(cause, true), ...results),
      )
    }
    if (refusal !== undefined) return Promise.reject(refusal)
    return (connect() as Promise<PooledClient>).then(
      (client) => {
        releaseOnce(client)
        givenOut.set(client, client.release)
        return client
      },
      (cause) => {
        throw availability.failed(cause, true)
      },
    )
  }
}

/**
 * Lets a client be released when its connection is lost, and again by whoever has it. Drizzle does not release one
 * whose first statement, `begin`, fails: the pool would lose a place with every lost connection.
 */
function releaseOnce(client: PooledClient): void {
  const { release } = client
  let isReleased = false
  client.release = (cause) => {
    if (isReleased) return
    isReleased = true
    release(cause)
  }
}

/** The pool reports the loss of a connection itself, before the client does. */
function watchQuery(pool: ClientPool, losses: WeakSet<Error>, availability: AvailabilityRecord): void {
  const query = pool.query.bind(pool)
  const translated = (cause: unknown) => availability.failed(cause, cause instanceof Error && losses.has(cause))
  pool.query = (...given) => {
    const callback = given.at(-1)
    if (typeof callback !== 'function') {
      return (query(...given) as Promise<unknown>).catch((cause) => {
        throw translated(cause)
      })
    }
    return query(...given.slice(0, -1), (cause: unknown, result: unknown) =>
      callback(cause == null ? cause : translated(cause), result),
    )
  }
}

/** Replaces `query` of one client: both drivers take a callback as the last argument, or give a promise. */
function watchStatements(client: PooledClient, statements: Set<Statement>, availability: AvailabilityRecord): void {
  const query = client.query.bind(client)
  let isLost = false
  client.on('error', () => {
    isLost = true
  })
  client.query = (...given) => {
    const statement = { client, beganAt: performance.now() }
    statements.add(statement)
    const succeeded = (result: unknown) => {
      statements.delete(statement)
      availability.succeeded(isWrite(result))
    }
    const failed = (cause: unknown) => {
      statements.delete(statement)
      // A failover made a replica of its server: the next connection finds the primary.
      if (sqlStateOf(cause) === READ_ONLY) cutOff(client)
      return availability.failed(cause, isLost)
    }
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      given[given.length - 1] = (cause: unknown, result: unknown) => {
        if (cause == null) succeeded(result)
        callback(cause == null ? cause : failed(cause), result)
      }
      return query(...given)
    }
    return (query(...given) as Promise<unknown>).then(
      (result) => {
        succeeded(result)
        return result
      },
      (cause) => {
        throw failed(cause)
      },
    )
  }
}

function isWrite(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'command' in result && WRITES.has(result.command)
}

/** Resolves where the database answers a new connection, and takes writes there; rejects after `withinMs`. */
export async function askOnce(client: SingleClient, withinMs: number, forWrites: boolean): Promise<void> {
  client.on('error', () => undefined)
  let cut: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    cut = setTimeout(() => reject(new DatabaseUnavailable('unreachable')), withinMs)
  })
  const ask = async () => {
    await client.connect()
    const { rows } = await client.query('SHOW transaction_read_only')
    if (forWrites && isOn(rows[0])) throw readOnlyFailure()
  }
  try {
    await Promise.race([ask(), tooLate])
  } catch (cause) {
    if (sqlStateOf(cause) !== TOO_MANY_CONNECTIONS) throw cause
  } finally {
    clearTimeout(cut)
    void client.end().catch(() => undefined)
    setImmediate(cutOff, client)
  }
}

function isOn(row: unknown): boolean {
  return Object.values(Object(row)).includes('on')
}
