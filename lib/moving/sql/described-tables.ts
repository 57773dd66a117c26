import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { newestSchema } from '../../store/migrations'

interface DescribedColumn {
  name: string
  /** As Postgres writes it, such as `integer` or `text[]`. */
  type: string
  /** Its values are ordered by a collation, which differs between databases. */
  isCollated: boolean
}

export interface DescribedTable {
  name: string
  /** Those that are stored as they are given: no generated ones. */
  columns: DescribedColumn[]
  /** Names of the columns of its primary key; empty: it has none. */
  key: string[]
  /** Other tables that its rows refer to. */
  refersTo: string[]
}

/**
 * All tables of the newest migration, each after those that it refers to. Throws where the database lacks one. Names
 * come from the migrations, so that what else lies in the schema stays out; columns from the database, as some have
 * collations and partitions that Drizzle does not know.
 */
export async function describeTables(db: Database): Promise<DescribedTable[]> {
  const { tables } = newestSchema()
  const rows = await rowsOf<{ described: DescribedTable }>(db, describing(tables))
  const found = new Map(rows.map(({ described }) => [described.name, described]))
  const missing = tables.find((name) => !found.has(name))
  if (missing !== undefined) throw new Error(`the database has no table ${missing}`)
  return inOrderOfReference([...found.values()])
}

const describing = (names: readonly string[]) => sql`
  SELECT json_build_object('name', t.relname, 'columns', (
      SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isCollated', a.attcollation <> 0) ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ), 'key', coalesce((
      SELECT json_agg(a.attname ORDER BY part.place)
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS part (attnum, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.attnum
      WHERE i.indrelid = t.oid AND i.indisprimary
    ), '[]'), 'refersTo', coalesce((
      SELECT json_agg(DISTINCT other.relname)
      FROM pg_constraint c JOIN pg_class other ON other.oid = c.confrelid
      WHERE c.conrelid = t.oid AND c.contype = 'f' AND other.oid <> t.oid
    ), '[]')) AS described
  FROM pg_class t
  WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
    AND t.relname IN ${[...names]}
  ORDER BY t.relname COLLATE "C"`

function inOrderOfReference(tables: readonly DescribedTable[]): DescribedTable[] {
  const ordered = new Map<string, DescribedTable>()
  while (ordered.size < tables.length) {
    const next = tables.filter(({ name, refersTo }) => !ordered.has(name) && refersTo.every((one) => ordered.has(one)))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const table of next) ordered.set(table.name, table)
  }
  return [...ordered.values()]
}

export interface SequenceState {
  name: string
  /** A whole number, as text: it may have 19 digits. */
  value: string
  /** false: the value itself is the next one. */
  isUsed: boolean
}

/** Where the sequences of all tables, and those of no table, stand. Numbers that were taken later may be counted. */
export async function readSequences(db: Database): Promise<SequenceState[]> {
  const states: SequenceState[] = []
  for (const name of await listSequences(db)) {
    const [row] = await rowsOf<{ value: string; used: boolean }>(
      db,
      sql`SELECT last_value::text AS value, is_called AS used FROM ${sql.identifier(name)}`,
    )
    if (row !== undefined) states.push({ name, value: row.value, isUsed: row.used })
  }
  return states
}

async function listSequences(db: Database): Promise<string[]> {
  const { tables, sequences } = newestSchema()
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT s.relname AS name FROM pg_class s
      LEFT JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass
      LEFT JOIN pg_class t ON t.oid = d.refobjid
      WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace
        AND (t.relname IN ${tables} OR s.relname IN ${[...sequences, '']})
      ORDER BY s.relname COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

/** Sets a sequence to where another database's stood. */
export async function restoreSequence(db: Database, { name, value, isUsed }: SequenceState): Promise<void> {
  await db.execute(sql`SELECT setval(${`"${name}"`}::regclass, ${value}::bigint, ${isUsed})`)
}
