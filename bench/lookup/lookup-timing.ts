import type pg from 'pg'
import { lookUp } from '../../lib/api/operations/lookup'
import { namesInRepositoryEntry } from '../../lib/core/lookup/server-name'
import { listServersById, listServersByPackage, listServersByRepository } from '../../lib/store/catalog/server-names'
import { type Database, openDatabase } from '../../lib/store/database'
import { median, round } from '../bench'
import { withClient } from '../database'
import { benchServerId, makeRatedCatalog, TOOLS_OF_A_SERVER } from '../rated-catalog'

/** Entries of each list, as many as a call may hold. */
const ENTRIES = 500
const ROUNDS = 41
/** Rounds before those that count. */
const WARM_UP = 15
/** Servers that share one repository, each in a folder of its own. */
const SERVERS_OF_A_REPOSITORY = 4 / 3

/**
 * Times, in turn, one call of 1,500 entries on Postgres with that many servers of 16 tools, its three statements alone,
 * and a bare read of 1,500 rows by primary key.
 */
export async function timeLookup(servers: number) {
  const { url, drop } = await makeRatedCatalog(servers * TOOLS_OF_A_SERVER)
  try {
    return await withClient(url, async (client) => {
      await addNames(client)
      const beganAt = performance.now()
      const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
      const namingMs = performance.now() - beganAt
      await client.query('VACUUM ANALYZE')
      try {
        return { ...(await timeInTurn(client, db, servers)), namingSeconds: round(namingMs / 1000, 1) }
      } finally {
        await close()
      }
    })
  } finally {
    await drop()
  }
}

/**
 * Adds repositories and packages as catalogs have them. `named = false`: opening the database derives the names from
 * them.
 */
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

interface Round {
  lookupMs: number
  statementsMs: number
  bareMs: number
}

async function timeInTurn(client: pg.Client, db: Database, servers: number) {
  const rounds: Round[] = []
  let rows = 0
  let unresolved = 0
  for (let attempt = -WARM_UP; attempt < ROUNDS; attempt++) {
    const draw = () => Array.from({ length: 3 * ENTRIES }, () => 1 + Math.floor(Math.random() * servers))
    const [called, read, bare] = [bodyOf(draw()), bodyOf(draw()), draw().map(serverIdAt)]
    const names = read.repos.flatMap(namesInRepositoryEntry).map(({ name }) => name)
    const at = [performance.now()]
    const answer = await lookUp(called, db, new Date())
    at.push(performance.now())
    await Promise.all([
      listServersByRepository(db, names),
      listServersByPackage(db, read.packages),
      listServersById(db, read.ids),
    ])
    at.push(performance.now())
    await client.query('SELECT id, title, description, repository FROM servers WHERE id = ANY($1)', [bare])
    at.push(performance.now())
    if (attempt < 0) continue
    const [lookupMs = 0, statementsMs = 0, bareMs = 0] = at.slice(1).map((end, index) => end - (at[index] ?? end))
    rounds.push({ lookupMs, statementsMs, bareMs })
    rows = answer.resolved.length
    unresolved += answer.unresolved.length
  }
  return {
    servers,
    entries: 3 * ENTRIES,
    rows,
    unresolved,
    p50Ms: round(median(rounds.map((one) => one.lookupMs)), 1),
    statementsMs: round(median(rounds.map((one) => one.statementsMs)), 1),
    barePrimaryKeyMs: round(median(rounds.map((one) => one.bareMs)), 1),
    ratioToStatements: round(median(rounds.map((one) => one.lookupMs / one.statementsMs))),
    ratioToBare: round(median(rounds.map((one) => one.lookupMs / one.bareMs))),
  }
}

function serverIdAt(number: number): string {
  return benchServerId(number - 1)
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
