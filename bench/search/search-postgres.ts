import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type BenchTool, weightedTextsOf } from './search-corpus'

/** Postgres full text over the tools, as well set up as one table allows. */
export interface PostgresText {
  /** Ids of the best tools that hold at least one of the query's words, best first. */
  search(query: string, limit: number): Promise<string[]>
  /** Closes the connection and removes the database. */
  drop(): Promise<void>
}

const TOOLS_A_STATEMENT = 2_000

// The words of a query are parted and stemmed as those of a document are, and any of them is enough.
const SEARCH = `
  SELECT id FROM documents, CAST(replace(strip(to_tsvector('english', $1))::text, ''' ''', ''' | ''') AS tsquery) AS query
  WHERE document @@ query
  ORDER BY ts_rank(ARRAY[0.1, 0.2, 0.4, 1.0], document, query) DESC LIMIT $2`

/** Fills a throw-away database beside the given one, and holds one connection to it. */
export async function openPostgresText(databaseUrl: string, tools: readonly BenchTool[]): Promise<PostgresText> {
  const name = `assay_bench_${randomBytes(4).toString('hex')}`
  await onServer(databaseUrl, (server) => server.query(`CREATE DATABASE ${name}`))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  const drop = async () => {
    await client.end()
    await onServer(databaseUrl, (server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`))
  }
  try {
    await client.connect()
    await fill(client, tools)
  } catch (cause) {
    await drop()
    throw cause
  }
  const search = async (query: string, limit: number) => {
    const found = await client.query<{ id: string }>({ name: 'search', text: SEARCH, values: [query, limit] })
    return found.rows.map((row) => row.id)
  }
  return { search, drop }
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, tools: readonly BenchTool[]): Promise<void> {
  // Compiling a plan takes longer than any of these queries.
  await client.query('SET jit = off')
  await client.query('CREATE TABLE documents (id text PRIMARY KEY, document tsvector NOT NULL)')
  for (let at = 0; at < tools.length; at += TOOLS_A_STATEMENT) {
    await insert(client, tools.slice(at, at + TOOLS_A_STATEMENT))
  }
  await client.query('CREATE INDEX ON documents USING gin (document)')
  await client.query('VACUUM ANALYZE documents')
}

async function insert(client: pg.Client, tools: readonly BenchTool[]): Promise<void> {
  const texts = tools.map(weightedTextsOf)
  // A text of Postgres holds any character but NUL.
  const column = (values: readonly string[]) => values.map((value) => value.replaceAll('\0', ' '))
  await client.query(
    `INSERT INTO documents (id, document)
     SELECT id, setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', titles), 'B')
       || setweight(to_tsvector('english', description), 'C') || setweight(to_tsvector('english', parameters), 'D')
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS t(id, name, titles, description, parameters)`,
    [
      column(tools.map((tool) => tool.id)),
      column(texts.map((text) => text.name)),
      column(texts.map((text) => text.titles)),
      column(texts.map((text) => text.description)),
      column(texts.map((text) => text.parameters)),
    ],
  )
}
