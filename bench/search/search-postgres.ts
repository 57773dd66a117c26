import pg from 'pg'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { createDatabase } from '../database'
import { weightedTextsOf } from './corpus'

/** Postgres full text over the documents, as well set up as one table allows. */
export interface PostgresText {
  /** Ids of the best documents that hold at least one of the query's words, best first. */
  search(query: string, limit: number): Promise<string[]>
  /** Closes the connection and removes the database. */
  drop(): Promise<void>
}

const DOCUMENTS_A_STATEMENT = 2_000

// The words of a query are split and stemmed as those of a document are, and any of them is enough.
const SEARCH = `
  SELECT id FROM documents, CAST(replace(strip(to_tsvector('english', $1))::text, ''' ''', ''' | ''') AS tsquery) AS query
  WHERE document @@ query
  ORDER BY ts_rank(ARRAY[0.1, 0.2, 0.4, 1.0], document, query) DESC LIMIT $2`

/** Fills a throw-away database and keeps one connection to it open. */
export async function openPostgresText(documents: readonly SearchDocument[]): Promise<PostgresText> {
  const database = await createDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const drop = async () => {
    await client.end()
    await database.drop()
  }
  try {
    await client.connect()
    await fill(client, documents)
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

async function fill(client: pg.Client, documents: readonly SearchDocument[]): Promise<void> {
  // Compiling a plan takes longer than any of these queries.
  await client.query('SET jit = off')
  await client.query('CREATE TABLE documents (id text PRIMARY KEY, document tsvector NOT NULL)')
  for (let at = 0; at < documents.length; at += DOCUMENTS_A_STATEMENT) {
    await insert(client, documents.slice(at, at + DOCUMENTS_A_STATEMENT))
  }
  await client.query('CREATE INDEX ON documents USING gin (document)')
  await client.query('VACUUM ANALYZE documents')
}

async function insert(client: pg.Client, documents: readonly SearchDocument[]): Promise<void> {
  const texts = documents.map(weightedTextsOf)
  // Postgres stores any character but NUL.
  const column = (values: readonly string[]) => values.map((value) => value.replaceAll('\0', ' '))
  await client.query(
    `INSERT INTO documents (id, document)
     SELECT id, setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', titles), 'B')
       || setweight(to_tsvector('english', description), 'C') || setweight(to_tsvector('english', parameters), 'D')
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS t(id, name, titles, description, parameters)`,
    [
      column(documents.map(({ id }) => id)),
      column(texts.map((text) => text.name)),
      column(texts.map((text) => text.titles)),
      column(texts.map((text) => text.description)),
      column(texts.map((text) => text.parameters)),
    ],
  )
}
