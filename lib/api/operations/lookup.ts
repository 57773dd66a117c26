import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { idFault } from 'assay-verify/subject-id'
import { VERDICTS } from 'assay-verify/verdict'
import { MOST_LOOKUP_ROWS, MOST_SERVERS_OF_AN_ENTRY } from '../../contract/lookup'
import type { InputOf, OutputOf } from '../../contract/operations'
import { type Match, matchOfPlace } from '../../core/lookup/place-match'
import {
  keyOfName,
  type NameKind,
  namesInPackageEntry,
  namesInRepositoryEntry,
  namesInUrlEntry,
  type ServerName,
} from '../../core/lookup/server-name'
import { assessBriefly } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import {
  type LookedUpServer,
  listServersByEndpoint,
  listServersById,
  listServersByPackage,
  listServersByRepository,
  listServersByTool,
  type NamedServer,
} from '../../store/catalog/server-names'
import type { Database } from '../../store/database'
import type { Context } from '../context'
import { NO_PRODUCTS, type Products } from '../product-directory'

type Resolution = OutputOf<'lookup'>['resolved'][number]

interface LookupInput {
  input: string
  kind: Resolution['kind']
  /** Its possible readings, the likeliest first; the first group that finds a server counts. */
  groups: ServerName[][]
}

/** The servers an entry names. */
type ServerMatches = readonly { server: LookedUpServer; match: Match }[]

type LookupBody = InputOf<'lookup'>['body']

export async function lookup({ body }: InputOf<'lookup'>, context: Context): Promise<OutputOf<'lookup'>> {
  const {
    reads: { db },
    demand,
    now,
    products,
  } = context
  const answer = await lookUp(body, db, now, await products.current())
  for (const { asOf, serverId } of answer.resolved) if (asOf === null) demand.note(serverId, now)
  return answer
}

/** The operation without a context, for benches. */
export async function lookUp(
  body: LookupBody,
  db: Database,
  now: Date,
  products: Products = NO_PRODUCTS,
): Promise<OutputOf<'lookup'>> {
  const ids = distinct(body.ids ?? []).filter((id) => idFault(id) === undefined)
  // Started before the names are parsed: parsing 1,000 of them takes as long as this query.
  const known = listServersById(db, ids)
  const entries = readLookupInputs(body)
  const findServers = await readServers(db, entries, known)
  const rated = new Map<string, Rated>()
  const ratedOf = (server: LookedUpServer) => {
    const id = subjectIdOf(server)
    const known = rated.get(id) ?? ratedAt(server, now, products)
    rated.set(id, known)
    return known
  }
  const answers = entries.map((entry) => ({ entry, rows: resolutionsOf(entry, findServers(entry), ratedOf) }))
  const most = mostOfEach(answers.map(({ rows }) => rows.length))
  return {
    resolved: answers.flatMap(({ rows }) => rows.slice(0, most)),
    unresolved: answers.filter(({ rows }) => rows.length === 0).map(({ entry }) => entry.input),
  }
}

function readLookupInputs({ repos = [], packages = [], urls = [], ids = [] }: LookupBody): LookupInput[] {
  return [
    ...distinct(repos).map((input) => ({ input, kind: 'repo' as const, groups: [namesInRepositoryEntry(input)] })),
    ...distinct(packages).map((input) => ({ input, kind: 'package' as const, groups: namesInPackageEntry(input) })),
    ...distinct(urls).map((input) => ({ input, kind: 'url' as const, groups: [namesInUrlEntry(input)] })),
    ...distinct(ids).map((input) => ({ input, kind: 'id' as const, groups: [] })),
  ]
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** One query for each kind of name, however many entries; the result finds the servers of an entry among theirs. */
async function readServers(
  db: Database,
  entries: readonly LookupInput[],
  askedById: Promise<LookedUpServer[]>,
): Promise<(entry: LookupInput) => ServerMatches> {
  const names = entries.flatMap(({ groups }) => groups.flat())
  const namesOf = (...kinds: NameKind[]) =>
    distinct(names.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name))
  const [repositories, packages, endpoints, known] = await Promise.all([
    listServersByRepository(db, namesOf('repository')),
    listServersByPackage(db, namesOf('npm', 'pypi', 'oci')),
    listServersByEndpoint(db, namesOf('endpoint')),
    askedById,
  ])
  const byName = new Map<string, NamedServer[]>()
  for (const server of [...repositories, ...packages, ...endpoints]) {
    const key = keyOfName(server)
    const others = byName.get(key)
    if (others === undefined) byName.set(key, [server])
    else others.push(server)
  }
  const servers = new Set(known.map(({ id }) => id))
  const others = entries.flatMap(({ kind, input }) =>
    kind === 'id' && !servers.has(input) && idFault(input) === undefined ? [input] : [],
  )
  const byId = new Map([...known, ...(await listServersByTool(db, others))].map((one) => [subjectIdOf(one), one]))
  return (entry) => {
    const server = entry.kind === 'id' ? byId.get(entry.input) : undefined
    return server === undefined ? matchesByName(entry, byName) : [{ server, match: 'exact' }]
  }
}

/** The id of what was looked up: of a tool, else of a server. */
function subjectIdOf({ id, tool }: LookedUpServer): string {
  return tool?.id ?? id
}

function matchesByName({ groups }: LookupInput, byName: ReadonlyMap<string, readonly NamedServer[]>): ServerMatches {
  for (const group of groups) {
    // By key: a server with the same name on npm and PyPI counts once.
    const found = new Map<number, ServerMatches[number]>()
    for (const name of group)
      for (const server of byName.get(keyOfName(name)) ?? [])
        found.set(server.key, { server, match: matchOfPlace(name.path, server.path) })
    if (found.size > 0) return [...found.values()]
  }
  return []
}

type Rated = Omit<Resolution, 'input' | 'kind' | 'match'>

function ratedAt({ id, score, grade, tools, tool, ...server }: LookedUpServer, now: Date, products: Products): Rated {
  const kind = tool === undefined ? 'server' : 'tool'
  const facts = toolFactsOf({ kind, removedAt: tool?.removedAt ?? null, facts: server.facts })
  const { verdict, status, recommendation, asOf } = assessBriefly(server.serverState, server.declaredAccess, facts, now)
  return {
    serverId: id,
    productId: products.of(server.key)?.productId ?? null,
    toolId: tool?.id ?? null,
    verdict,
    score,
    grade,
    status,
    recommendation,
    tools,
    asOf: asOf?.toISOString() ?? null,
  }
}

function resolutionsOf(
  { input, kind }: LookupInput,
  found: ServerMatches,
  ratedOf: (server: LookedUpServer) => Rated,
): Resolution[] {
  const rows = found.map(({ server, match }) => ({ input, kind, match, ...ratedOf(server) }))
  return rows.sort(compareResolutions).slice(0, MOST_SERVERS_OF_AN_ENTRY)
}

/**
 * Most rows of each entry that keep the answer within `MOST_LOOKUP_ROWS`: many entries may name the same hundred
 * servers.
 */
function mostOfEach(counts: readonly number[]): number {
  const rowsOfAll = (most: number) => counts.reduce((sum, count) => sum + Math.min(count, most), 0)
  let most = MOST_SERVERS_OF_AN_ENTRY
  while (most > 1 && rowsOfAll(most) > MOST_LOOKUP_ROWS) most -= 1
  return most
}

/** Exact matches before those of the same repository, then by the published ranking. */
function compareResolutions(a: Resolution, b: Resolution): number {
  return (
    Number(a.match === 'repository') - Number(b.match === 'repository') ||
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    b.score - a.score ||
    (a.serverId < b.serverId ? -1 : 1)
  )
}

export const lookupEndpoint = defineEndpoint('lookup', lookup)
