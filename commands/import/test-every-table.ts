import { sql } from 'drizzle-orm'
import { type DescribedTable, describeTables } from '../../lib/moving/sql/described-tables'
import { type Database, openDatabase, rowsOf } from '../../lib/store/database'
import { makePartitions } from '../../lib/store/evidence/partitions'
import { settingsOf } from './test-moved-service'

/** What separators, quotes and line ends of other forms would break. */
const TRICKY = [
  ...['\\N', '\\.', "it's", '"quoted"', 'a\tb', 'a\r\nb\n', '{"a":[1]}', '{a,"b"}', '', ' ', '\\', '\\u0000'],
  ...['\u0001\u001f\u007f\u0085', '€😀\u2028\ufeff', 'e\u0301', '\u{10ffff}'],
]
const DAY = 20_785

/** Values at the ends of their types, as Postgres writes them. */
const VALUES: Readonly<Record<string, string>> = {
  smallint: String(DAY),
  integer: String(DAY * 86_400),
  bigint: '9007199254740993',
  real: '1.1754944e-38',
  'double precision': '5e-324',
  boolean: 't',
  bytea: '\\x00ff0a5c4e22',
  date: '0044-03-15 BC',
  'timestamp with time zone': '2026-11-28 01:02:03.123456+00',
  json: '{"a" : "\\ud800",\n "a":1e400, "é":"\\n\\\\N"}',
  'text[]': '{"a,b",NULL,"NULL","\\"q\\"","\\\\N",""}',
  'integer[]': '{-2147483648,NULL}',
  'smallint[]': '{}',
  'boolean[]': '{t,NULL,f}',
  'verdict[]': '{healthy,NULL}',
}

/** Which column of which table each column refers to, where its table refers to that one. */
const REFERENCES = [
  ['server_key', 'servers', 'key'],
  ['server_key', 'probe_targets', 'server_key'],
  ['target_no', 'probe_targets', 'target_no'],
  ['incident_key', 'incidents', 'key'],
  ['key_id', 'api_keys', 'key_id'],
  ['tool_id', 'subjects', 'id'],
  ['subject_id', 'subjects', 'id'],
  ['reporter_key', 'reporters', 'key'],
] as const

/** Columns of which not every value is possible; null: none. */
const CHECKED: Readonly<Record<string, string | null>> = {
  'log_state.key': '0',
  'log_state.recording': 't',
  'log_state.ended_at': null,
  'log_state.origin': 'assay.example/log',
  'log_state.size': '0',
  'log_state.published': '0',
  'log_keys.public_key': 'A'.repeat(43),
  'log_keys.retired_at': null,
  'signing_keys.needed_until': null,
  'signing_keys.public_key': null,
  'server_states.state': '{ }',
}

/**
 * Puts a row into every table of an embedded database, with values that are hard to move. Answers the names of all
 * tables that it has.
 */
export async function fillEveryTable(dataDir: string): Promise<string[]> {
  const { db, close } = await openDatabase(settingsOf(dataDir, null))
  try {
    for (const table of ['observations', 'hourly_rollups'] as const) await makePartitions(db, table, [DAY])
    for (const [n, table] of (await describeTables(db)).entries()) await addRow(db, table, n)
    // Text is ordered by its bytes, wherever it is.
    for (const text of [...TRICKY, 'B', 'a', 'Ä', 'b'])
      await db.execute(
        sql`INSERT INTO service_secrets (purpose, secret) VALUES (${text}, ${text}) ON CONFLICT DO NOTHING`,
      )
    await db.execute(sql`SELECT setval('usage_claims', 9223372036854775806)`)
    await db.execute(sql`SELECT nextval('log_queue_key_seq')`)
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p') AND NOT relispartition`,
    )
    return tables.map(({ name }) => name)
  } finally {
    await close()
  }
}

async function addRow(db: Database, { name, columns, key, refersTo }: DescribedTable, n: number): Promise<void> {
  const values = columns.map(({ name: column, type }, at) => {
    const reference = REFERENCES.find(([from, to]) => from === column && refersTo.includes(to))
    if (reference !== undefined)
      return sql`(SELECT ${sql.identifier(reference[2])} FROM ${sql.identifier(reference[1])} LIMIT 1)`
    const checked = CHECKED[`${name}.${column}`]
    if (checked !== undefined) return sql`${checked}::text::${sql.raw(type)}`
    if (type in VALUES) return sql`${VALUES[type]}::text::${sql.raw(type)}`
    if (/^(?:text|character varying)/.test(type)) return sql`${TRICKY[(n + at) % TRICKY.length]}::text`
    return sql`(enum_range(NULL::${sql.raw(type)}))[1]`
  })
  const names = columns.map(({ name: column }) => sql.identifier(column))
  await db.execute(
    sql`INSERT INTO ${sql.identifier(name)} (${sql.join(names, sql`, `)}) OVERRIDING SYSTEM VALUE
      SELECT ${sql.join(values, sql`, `)}`,
  )
  if (key.length === 0) await db.execute(sql`INSERT INTO ${sql.identifier(name)} SELECT * FROM ${sql.identifier(name)}`)
}
