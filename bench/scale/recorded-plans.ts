import pg from 'pg'
import { BOUNDED_TABLES, WHOLE_TABLES } from './whole-tables'

/** A node of a plan, as EXPLAIN writes it as JSON. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** A statement that was executed, with the plan that Postgres chose for its parameters. */
export interface RecordedPlan {
  statement: string
  plan: PlanNode
}

/** A statement that reads these tables from one end to the other. */
export interface WholeRead {
  statement: string
  tables: string[]
}

/**
 * Has Postgres report the plan of every statement that new connections to the database of this one execute, those of
 * triggers included. Needs the extension auto_explain and a superuser.
 */
export async function reportPlans(client: pg.Client): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_nested_statements': 'on',
  }
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name')
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${name} = '${value}'`)
}

/** Runs the work, and answers the different plans reported to connections that this process opened meanwhile. */
export async function recordedPlans(work: () => Promise<unknown>): Promise<RecordedPlan[]> {
  const plans = new Map<string, RecordedPlan>()
  const take = ({ message = '' }: { message?: string | undefined }) => {
    const json = /^duration: [\d.]+ ms +plan:\s*(\{.*)$/s.exec(message)?.[1]
    if (json === undefined) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json)
    // A list in a statement is as long as what it was given.
    const statement = String(text)
      .replace(/\s+/g, ' ')
      .replace(/(\$\d+, )+/g, '')
      .trim()
    plans.set(
      `${statement} ${scansOf(plan)
        .map(({ table }) => table)
        .join()}`,
      { statement, plan },
    )
  }
  const { connect } = pg.Client.prototype
  const listening = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', take)
    return connect.apply(this, given)
  }
  Object.assign(pg.Client.prototype, { connect: listening })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { connect })
  }
  return [...plans.values()]
}

interface Scan {
  table: string
  /** null: row by row. */
  index: string | null
}

/** The tables that a plan reads whole: row by row, or by all of an index but for one whose reading a limit ends. */
function scansOf(node: PlanNode, isLimited = false): Scan[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = null } = node
  const limited = isLimited || type === 'Limit'
  const below = (node.Plans ?? []).flatMap((plan) => scansOf(plan, limited))
  const readsIndex = /^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined && !limited
  return type === 'Seq Scan' || readsIndex ? [{ table, index }, ...below] : below
}

/**
 * The statements that read a table whole that grows and has at least so many rows, where that is not meant
 * (`WHOLE_TABLES`).
 */
export async function wholeReads(
  client: pg.Client,
  plans: readonly RecordedPlan[],
  leastRows: number,
): Promise<WholeRead[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND reltuples >= $1`,
    [leastRows],
  )
  const growing = new Set(rows.map(({ name }) => name).filter((name) => !BOUNDED_TABLES.includes(name)))
  // A partial index is read whole for what its condition says: the few rows that are in it.
  const { rows: indexes } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indpred IS NOT NULL',
  )
  const partial = new Set(indexes.map(({ name }) => name))
  const isWhole = ({ table, index }: Scan) => growing.has(table) && !(index !== null && partial.has(index))
  return plans.flatMap(({ statement, plan }) => {
    const tables = [
      ...new Set(
        scansOf(plan)
          .filter(isWhole)
          .map(({ table }) => table),
      ),
    ]
    return tables.length === 0 || meantBy(statement) !== undefined ? [] : [{ statement, tables }]
  })
}

/** What of `WHOLE_TABLES` a statement is of. */
export function meantBy(statement: string): string | undefined {
  return Object.keys(WHOLE_TABLES).find((part) => statement.includes(part))
}
