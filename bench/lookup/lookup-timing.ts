import pg from 'pg'
import { lookUp } from '../../lib/api/operations/lookup'
import { namesInRepositoryEntry } from '../../lib/core/lookup/server-name'
import { listServersById, listServersByPackage, listServersByRepository } from '../../lib/store/catalog/server-names'
import { type Database, openDatabase } from '../../lib/store/database'
import { median, round } from '../bench'
import { benchToolId, makeCatalog, TOOLS_OF_A_SERVER } from '../http/read-catalog'

/** Entries of each list, as many as a call may hold. */
const ENTRIES = 500
const ROUNDS = 41
/** Turns before those that count. */
const WARM_UP = 15
/** Servers that share one repository, each in a folder of its own. */
const SERVERS_OF_A_REPOSITORY = 4 / 3

/** One call of 1,500 entries on Postgres at that many servers of 16 tools, its three statements alone, and a bare read of 1,500 rows by primary key, in turn. */
export async function timeLookup(serverUrl: string, servers: number) {
  const { url, drop } = await makeCatalog(serverUrl, servers * TOOLS_OF_A_SERVER)
  try {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await addNames(client)
      const beganAt = performance.now()
      const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
      const namingMs = performance.now() - beganAt
      await client.query('VACUUM ANALYZE')
      try {
        const figures = await timeInTurn(client, db, servers)
        return { ...figures, namingSeconds: round(namingMs / 1000, 1) }
      } finally {
        await close()
      }
    } finally {
      await client.end()
    }
  } finally {
    await drop()
  }
}

/** Repositories and packages as catalogs have them, not read yet: opening the database reads them. */
async function addNames(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE servers SET named = false,
       repository = 'https://github.com/Publisher-' || floor(key / $1::float8)::int || '/servers/tree/main/src/server-' || key,
       packages = json_build_array(json_build_object('registry', CASE key % 2 WHEN 0 THEN 'npm' ELSE 'pypi' END, 'name', 'mcp-server-' || key))`,
    [SERVERS_OF_A_REPOSITORY],
  )
  await client.query(
    `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
     SELECT id, 'server', key, title, 'A server of the bench.', 'healthy', 90, 'A', '{api}', false FROM servers`,
  )
}

type Body = { repos: string[]; packages: string[]; ids: string[] }

interface Turn {
  lookupMs: number
  statementsMs: number
  bareMs: number
}

async function timeInTurn(client: pg.Client, db: Database, servers: number) {
  const turns: Turn[] = []
  let rows = 0
  let unresolved = 0
  for (let turn = -WARM_UP; turn < ROUNDS; turn++) {
    const draw = () => Array.from({ length: 3 * ENTRIES }, () => 1 + Math.floor(Math.random() * servers))
    const [asked, read, bare] = [bodyOf(draw()), bodyOf(draw()), draw().map(serverIdAt)]
    const names = read.repos.flatMap(namesInRepositoryEntry).map(({ name }) => name)
    const at = [performance.now()]
    const answer = await lookUp(asked, db, new Date())
    at.push(performance.now())
    await Promise.all([
      listServersByRepository(db, names),
      listServersByPackage(db, read.packages),
      listServersById(db, read.ids),
    ])
    at.push(performance.now())
    await client.query('SELECT id, title, description, repository FROM servers WHERE id = ANY($1)', [bare])
    at.push(performance.now())
    if (turn < 0) continue
    const [lookupMs = 0, statementsMs = 0, bareMs = 0] = at.slice(1).map((end, index) => end - (at[index] ?? end))
    turns.push({ lookupMs, statementsMs, bareMs })
    rows = answer.resolved.length
    unresolved += answer.unresolved.length
  }
  return {
    servers,
    entries: 3 * ENTRIES,
    rows,
    unresolved,
    p50Ms: round(median(turns.map((one) => one.lookupMs)), 1),
    statementsMs: round(median(turns.map((one) => one.statementsMs)), 1),
    barePrimaryKeyMs: round(median(turns.map((one) => one.bareMs)), 1),
    ratioToBare: round(median(turns.map((one) => one.lookupMs / one.bareMs))),
  }
}

function serverIdAt(number: number): string {
  return benchToolId((number - 1) * TOOLS_OF_A_SERVER).replace(/\/[^/]*$/, '')
}

/** A third by repository, in the forms people send, a third by package, a third by id. */
function bodyOf(numbers: readonly number[]): Body {
  const repository = (number: number) => `publisher-${Math.floor(number / SERVERS_OF_A_REPOSITORY)}/servers`
  const forms = [
    (number: number) => `https://github.com/${repository(number)}`,
    (number: number) => `git@github.com:${repository(number)}.git`,
    (number: number) => `https://github.com/${repository(number)}/tree/main/src/server-${number}`,
    (number: number) => repository(number),
  ]
  return {
    repos: numbers
      .slice(0, ENTRIES)
      .map((number, place) => forms[place % forms.length]?.(number) ?? repository(number)),
    packages: numbers.slice(ENTRIES, 2 * ENTRIES).map((number) => `mcp-server-${number}`),
    ids: numbers.slice(2 * ENTRIES).map(serverIdAt),
  }
}
