import { chunksOf } from 'assay-verify/chunks'
import { grouped } from 'assay-verify/grouped'
import { eq, inArray, sql } from 'drizzle-orm'
import { maintenanceOf } from '../../core/history/maintenance'
import { signIns } from '../access/access-schema'
import { servers, subjects } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import type { Rating, RatingReader } from './ratings'

/** Ratings of all servers that were ever probed, kept in memory and refreshed by what changed. */
export interface RatingReplica extends RatingReader {
  /**
   * Reads everything, then changes until closed. Resolves after the first full read; until then reads go to the
   * database.
   */
  start(): Promise<void>
  /** Milliseconds since the last successful read of changes; null: not everything has been read yet. */
  ageMs(): number | null
  close(): Promise<void>
}

/** Time between two reads of changes. */
const REFRESH_EVERY_MS = 1000
/**
 * Memory answers for this long after the last successful read of changes began; then reads go to the database until one
 * succeeds again.
 */
const TRUSTED_MS = 2000
/**
 * Changes are read from this long before the last read: a transaction's rows become visible later than they are dated.
 */
const OVERLAP = sql.raw(`interval '30 seconds'`)
/** Servers read at once, some 8,000 subjects, so that the embedded database's one connection is soon free. */
const CHUNK = 200

interface ReplicaServer {
  changedAt: number
  ids: string[]
}

/**
 * A reader that answers from memory, at most 2 s old, and reads everything else through `reader`: subjects that were
 * never probed, unknown ids, and all of them while changes cannot be read.
 */
export function openRatingReplica(
  db: Database,
  reader: RatingReader,
  onFailure: (cause: unknown) => void,
): RatingReplica {
  const held = new Map<number, ReplicaServer>()
  const ratings = new Map<string, Rating>()
  let askedAt = 0
  let trustedUntil = 0
  let readAt: number | null = null
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  let refreshing: Promise<void> = Promise.resolve()
  let isFailing = false

  const refresh = async () => {
    const beganAt = performance.now()
    const changes = await listChanges(db, askedAt)
    const unknown = changes.servers.filter(({ key, changedAt }) => held.get(key)?.changedAt !== changedAt)
    for (const chunk of chunksOf(unknown, CHUNK)) {
      const found = await readServers(
        db,
        chunk.map(({ key }) => key),
      )
      for (const { key, changedAt } of chunk) hold(key, changedAt, found.get(key) ?? [])
    }
    askedAt = changes.askedAt
    trustedUntil = beganAt + TRUSTED_MS
    readAt = beganAt
  }
  const hold = (key: number, changedAt: number, rows: Rating[]) => {
    for (const id of held.get(key)?.ids ?? []) ratings.delete(id)
    for (const row of rows) ratings.set(row.id, row)
    held.set(key, { changedAt, ids: rows.map((row) => row.id) })
  }
  const refreshAndRepeat = async () => {
    try {
      await refresh()
      isFailing = false
    } catch (cause) {
      if (!isFailing) onFailure(cause)
      isFailing = true
    }
    if (isOpen) timer = setTimeout(repeat, REFRESH_EVERY_MS).unref()
  }
  const repeat = () => {
    refreshing = refreshAndRepeat()
  }
  return {
    findRating: async (id) => {
      await nextEventLoopTurn()
      const rating = performance.now() < trustedUntil ? ratings.get(id) : undefined
      return rating ?? reader.findRating(id)
    },
    heldRating: (id) => ratings.get(id) ?? reader.heldRating(id),
    start: () => {
      isOpen = true
      repeat()
      return refreshing
    },
    ageMs: () => (readAt === null ? null : performance.now() - readAt),
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      trustedUntil = 0
      await refreshing
    },
  }
}

let turn: Promise<void> | undefined

/**
 * Resolves at the end of this turn of the event loop. Reads that arrive in one turn continue together, so that their
 * answers are sent together: a peer on this machine wakes up once for all of them, where each wake-up costs more than
 * the read.
 */
function nextEventLoopTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}

interface Changes {
  servers: { key: number; changedAt: number }[]
  /** Database time of the read, in epoch milliseconds. */
  askedAt: number
}

/** Servers whose ratings changed since shortly before `since`, with the database time of the change. */
async function listChanges(db: Database, since: number): Promise<Changes> {
  const rows = await rowsOf<{ askedAt: number; key: number | null; changedAt: number }>(
    db,
    sql`SELECT asked.at AS "askedAt", server_key AS key, (extract(epoch FROM changed_at) * 1000)::float8 AS "changedAt"
      FROM (SELECT (extract(epoch FROM now()) * 1000)::float8 AS at) AS asked
      LEFT JOIN server_states ON changed_at >= to_timestamp(${since / 1000}) - ${OVERLAP}`,
  )
  const servers = rows.flatMap(({ key, changedAt }) => (key === null ? [] : [{ key, changedAt }]))
  return { servers, askedAt: rows[0]?.askedAt ?? since }
}

/**
 * Ratings of servers and all their subjects, read in one statement: a score must match the state it was computed from.
 */
async function readServers(db: Database, keys: readonly number[]): Promise<Map<number, Rating[]>> {
  const { rows, states } = await db.transaction(
    async (tx) => ({ rows: await listSubjects(tx, keys), states: await listStates(tx, keys) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const stateOf = new Map(
    states.map(({ key, from, to, ...state }) => [key, { ...state, maintenance: maintenanceOf(from, to) }]),
  )
  return grouped(
    rows.flatMap((row) => {
      const state = stateOf.get(row.serverKey)
      return state === undefined ? [] : [[row.serverKey, { ...row, ...state }] as const]
    }),
  )
}

function listSubjects(tx: Database, keys: readonly number[]) {
  const { serverKey, id, kind, removedAt, facts, verdict, score, grade } = subjects
  return tx
    .select({ serverKey, id, kind, removedAt, facts, verdict, score, grade })
    .from(subjects)
    .where(inArray(serverKey, [...keys]))
}

function listStates(tx: Database, keys: readonly number[]) {
  const { serverKey: key, serverState, uptime, scoreFacts } = serverStates
  return tx
    .select({
      key,
      declaredAccess: servers.declaredAccess,
      serverState,
      uptime,
      scoreFacts,
      from: servers.maintenanceFrom,
      to: servers.maintenanceTo,
      declaredAuth: servers.declaredAuth,
      signIns: signIns.signIns,
    })
    .from(serverStates)
    .innerJoin(servers, eq(servers.key, key))
    .leftJoin(signIns, eq(signIns.serverKey, key))
    .where(inArray(key, [...keys]))
}
