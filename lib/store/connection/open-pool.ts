import type { PoolState } from '../database'
import { openPrimaryAddress, type PrimaryAddress } from './primary-address'
import { beginSession, type Connected, forgetNames, readOnlyFailure } from './session'
import {
  askOnce,
  type ClientPool,
  type DatabaseTimeouts,
  type SingleClient,
  type WatchedPool,
  watchPool,
} from './watched-pool'

export interface PoolDriver<Pool> {
  driver: 'postgres' | 'neon'
  Pool: new (options: {
    connectionString: string
    connectionTimeoutMillis: number
    max: number
    onConnect(client: Connected): Promise<unknown>
  }) => Pool
  Client: new (options: { connectionString: string; connectionTimeoutMillis: number }) => unknown
}

export type SomePool = PoolCounts & { end(): Promise<void> }

/** A pool of either driver that is watched from its first connection on. */
interface OpenedPool<Pool> {
  pool: Pool
  watched: WatchedPool
  close(): Promise<void>
}

export interface PoolSettings {
  timeouts: DatabaseTimeouts
  poolSize: number
  warn: (line: string) => void
  addresses: readonly string[]
  /** Whether it must be a primary. */
  forWrites: boolean
}

/** Opens a pool of connections, whose sessions begin as `beginSession` has it. */
export function openWatchedPool<Pool extends SomePool>(
  { driver, Pool, Client }: PoolDriver<Pool>,
  { addresses, forWrites, timeouts, poolSize, warn }: PoolSettings,
): OpenedPool<Pool> & { address: PrimaryAddress } {
  const connectionTimeoutMillis = timeouts.connectMs
  const pooled = new WeakSet<object>()
  const onConnect = async (client: Connected) => {
    const start = await beginSession(client, timeouts.connectMs)
    if (start?.isReadOnly === true && forWrites) throw readOnlyFailure()
    // Neon's own pooler knows named statements.
    if (start?.isPooled !== false && driver === 'postgres') pooled.add(client)
  }
  const pool = new Pool({ connectionString: addresses[0] ?? '', connectionTimeoutMillis, max: poolSize, onConnect })
  // The two drivers declare the same methods by unrelated types.
  const watchable = pool as unknown as ClientPool & { options: { connectionString: string } }
  watchable.on('connect', (client) => {
    if (pooled.has(client)) forgetNames(client)
  })
  const ask = (connectionString: string) =>
    askOnce(new Client({ connectionString, connectionTimeoutMillis }) as SingleClient, timeouts.connectMs, forWrites)
  const address = openPrimaryAddress(addresses, ask, (found) => {
    watchable.options.connectionString = found
    watched.cut()
  })
  const watched = watchPool(watchable, address.find, timeouts, warn)
  const close = async () => {
    watched.close()
    await pool.end()
  }
  return { pool, watched, address, close }
}

interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export function stateOf({ totalCount, idleCount, waitingCount }: PoolCounts): PoolState {
  return { open: totalCount, idle: idleCount, waiting: waitingCount }
}
