import type pg from 'pg'
import { BOUNDED_TABLES } from './whole-tables'

/** Rows of one table at most: observations are many already at a small size. */
const MOST_ROWS = 2_000_000
/** Between the keys of a row and of its next copy: more than the first rows have. */
const STRIDE = 10_000
const SECONDS_APART = 17

/** A queue is as long as what happened since it was last emptied; parts of the search index are large rows. */
const NOT_COPIED: readonly string[] = [...BOUNDED_TABLES, 'log_queue', 'search_segments']

/** Ids of subjects begin with the registry, which is another in each copy. */
const SUBJECT_IDS = /^(id|subject_id|tool_id|leader|former_id|subject)$/
const OTHER_TEXTS =
  /^(registry_name|repository|host|origin|digest|hash|key_id|product_id|publisher|identity|key|copy_of|look_alike_of)$/
const LATER = /^(stale_after|settle_at|expires_at|kept_until|needed_until)$/

interface Column {
  name: string
  type: string
}

/**
 * Adds so many copies of every row of the tables that grow, each with keys, ids, names and times of its own, and has
 * the planner count all tables. What refers to a row in the original does so in the copy.
 */
export async function growTables(client: pg.Client, copies: number): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: Column[] }>(
    `SELECT c.relname AS table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     GROUP BY 1 ORDER BY 1`,
  )
  // Those of servers have no gaps.
  const { rows: largest } = await client.query<{ key: number }>('SELECT max(key) AS key FROM servers')
  const servers = largest[0]?.key ?? 0
  // Copies are complete in the end, and foreign keys would be checked row by row.
  await client.query('SET session_replication_role = replica')
  for (const { table, columns } of rows)
    if (!NOT_COPIED.includes(table)) await copyRows(client, { table, columns, servers }, copies)
  await client.query('SET session_replication_role = origin')
  await client.query('VACUUM ANALYZE')
}

interface Table {
  table: string
  columns: readonly Column[]
  /** The largest key of a server. */
  servers: number
}

async function copyRows(client: pg.Client, given: Table, copies: number): Promise<void> {
  const { table, columns } = given
  const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
  const most = Math.min(copies, Math.floor(MOST_ROWS / Math.max(1, rows[0]?.n ?? 0)))
  await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => copyOf(column, given)).join(', ')} FROM ${table} AS t, generate_series(1, ${most}) AS n`,
  )
  const { rows: sequences } = await client.query<{ sequence: string | null; name: string }>(
    'SELECT pg_get_serial_sequence($1, name) AS sequence, name FROM unnest($2::text[]) AS name',
    [table, columns.map(({ name }) => name)],
  )
  for (const { sequence, name } of sequences)
    if (sequence !== null) await client.query(`SELECT setval('${sequence}', (SELECT max("${name}") + 1 FROM ${table}))`)
}

/** The value of a column in copy `n` of a row, in SQL. */
function copyOf({ name, type }: Column, { table, servers }: Table): string {
  const value = `t."${name}"`
  // Leaves are numbered without gaps, so that theirs go the other way.
  if (table === 'log_leaves' && name === 'index') return `-1 - ${value} - n * ${STRIDE}`
  if (table === 'server_names' && name === 'name') return `${value} || '-' || n`
  if (type === 'bytea' && name === 'hash') return `sha256(${value} || int4send(n))`
  if (name === 'server_key' || (table === 'servers' && name === 'key')) return `${value} + n * ${servers}`
  if (/^(integer|bigint)$/.test(type) && /(^|_)(key|sequence)$/.test(name)) return `${value} + n * ${STRIDE}`
  if (type === 'timestamp with time zone') return copyOfTime(name, value)
  if (type !== 'text' && type !== 'character varying') return value
  if (SUBJECT_IDS.test(name))
    return `CASE WHEN ${value} LIKE '%/%' THEN regexp_replace(${value}, '/', '-' || n || '/') ELSE ${value} || '-' || n END`
  return OTHER_TEXTS.test(name) ? `${value} || '-' || n` : value
}

function copyOfTime(name: string, value: string): string {
  // The index and the search of alternatives have not seen copies yet.
  if (name === 'words_changed_at') return 'clock_timestamp()'
  // Due, but not so late that a clock that was ahead must have written it.
  if (name === 'due_at') return `now() + random() * interval '10 minutes'`
  // Most of what was once open is closed.
  if (name === 'closed_at') return `coalesce(${value}, CASE WHEN n % 10 > 0 THEN now() END) - n * interval '1 minute'`
  return LATER.test(name) ? `${value} + interval '1 day'` : `${value} - n * interval '${SECONDS_APART} seconds'`
}
