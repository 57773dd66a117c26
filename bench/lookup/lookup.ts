import { writeFileSync } from 'node:fs'
import { lookUp } from '../../lib/api/operations/lookup'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { recordServers } from '../../lib/store/catalog/catalog'
import { type Database, openDatabase } from '../../lib/store/database'
import { readCatalog } from '../../training/training-files'
import { type Bench, neededFlags, numberFlag, readJsonLines, round } from '../bench'
import { openThrowAway } from '../database'
import { withFolder } from '../folder'
import { type Case, type Expected, type Planted, prepare } from './lookup-cases'
import { timeLookup } from './lookup-timing'

const GOALS: Readonly<Record<string, number>> = { 'git-url': 0.98 }

/**
 * Runs every case through the operation itself on that catalog, in a throw-away database; with DATABASE_URL on
 * Postgres, and then it also times a full call at `--servers` servers. Tools are left out of the catalog, as no case
 * needs them.
 */
export const bench: Bench = {
  flags: { catalog: '', cases: '', out: '', servers: '25000' },
  async run(flags, print) {
    const files = neededFlags(flags, 'catalog', 'cases')
    const { expected, planted, leftOut } = prepare(readJsonLines<Case>(files.cases))
    const servers = [...(await readCatalog(files.catalog)), ...planted.map(plantedServer)]
    const checked = await inThrowAway(async (db) => {
      await fill(db, servers)
      return checkAll(db, expected)
    })
    if (flags.out) writeFileSync(flags.out, checked.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const kinds = tally(checked)
    for (const [kind, { n, right }] of Object.entries(kinds))
      print(
        `${kind.padEnd(10)} ${right} of ${n} right, ${round((100 * right) / n, 1)} % (goal ${100 * (GOALS[kind] ?? 1)} %)`,
      )
    for (const one of checked.filter(({ right }) => !right)) print(`wrong      ${one.kind} ${one.id}`)
    const right = checked.filter((one) => one.right).length
    const result = {
      n: checked.length,
      right,
      wrong: checked.length - right,
      leftOut,
      kinds,
      servers: servers.length,
    }
    if (!process.env.DATABASE_URL) return result
    const timing = await timeLookup(numberFlag(flags, 'servers'))
    print(
      `${timing.entries} entries at ${timing.servers} servers: ${timing.p50Ms} ms, its statements ${timing.statementsMs} ms, bare read ${timing.barePrimaryKeyMs} ms`,
    )
    return { ...result, timing }
  },
}

interface CheckedCase {
  id: string
  kind: string
  right: boolean
  resolved: string[]
}

async function checkAll(db: Database, expected: readonly Expected[]): Promise<CheckedCase[]> {
  const checked: CheckedCase[] = []
  for (const one of expected) {
    const { resolved, unresolved } = await lookUp({ [one.list]: [one.input] }, db, new Date())
    const ids = resolved.map(({ serverId }) => serverId)
    checked.push({ id: one.id, kind: one.kind, right: isRight(one, ids, unresolved), resolved: ids })
  }
  return checked
}

function isRight(
  { servers, alone, input }: Expected,
  resolved: readonly string[],
  unresolved: readonly string[],
): boolean {
  if (servers.length === 0) return resolved.length === 0 && unresolved.length === 1 && unresolved[0] === input
  const others = resolved.filter((id) => !servers.includes(id))
  const isAlone =
    alone === true ? others.length === 0 : alone === false || !others.some((id) => id.startsWith('bench/'))
  return isAlone && servers.every((id) => resolved.includes(id)) && unresolved.length === 0
}

function tally(checked: readonly CheckedCase[]): Record<string, { n: number; right: number; wrong: number }> {
  const kinds: Record<string, { n: number; right: number; wrong: number }> = {}
  for (const { kind, right } of checked) {
    kinds[kind] ??= { n: 0, right: 0, wrong: 0 }
    kinds[kind].n++
    kinds[kind][right ? 'right' : 'wrong']++
  }
  return kinds
}

function inThrowAway<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return withFolder(async (dataDir) => {
    const { db, close } = process.env.DATABASE_URL
      ? await openThrowAway()
      : await openDatabase({ databaseUrl: null, dataDir })
    return work(db).finally(close)
  })
}

async function fill(db: Database, servers: readonly CatalogServer[]): Promise<void> {
  const owner = { source: 'bench', precedence: 1 }
  for (let from = 0; from < servers.length; from += 200) {
    const batch = servers.slice(from, from + 200).map((server) => ({ ...server, tools: [] }))
    await recordServers(db, owner, batch, new Date(), () => ['other'])
  }
}

function plantedServer({ id, repository, package: named }: Planted): CatalogServer {
  return {
    ...{ id, registry: 'bench', title: id, description: '', repository, version: null },
    ...{ packages: named === null ? [] : [named], remotes: [], categoryHint: null, tags: [], license: null },
    ...{ declaredAccess: 'unknown', lifecycle: 'active', tools: [] },
  }
}
