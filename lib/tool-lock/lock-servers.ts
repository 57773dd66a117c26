import { chunksOf } from 'assay-verify/chunks'
import { digestOf } from 'assay-verify/leaves/leaf'
import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { idFault } from 'assay-verify/subject-id'
import type { Context } from '../api/context'
import { listPublishedLeaves, type PublishedLeaf } from '../store/outbox/published-leaves'
import type { LockAnswer, LockedServer } from './contract/lock'
import { MOST_LOCKED_TOOLS } from './contract/lock'
import {
  type DeclaredDigests,
  listDeclaredDigests,
  listServersOfIds,
  listSightings,
  type Sighting,
} from './sql/declared-digests'

/** Servers whose tools are read at once. */
const SERVERS_AT_ONCE = 50

/**
 * Digests of what the servers of these ids declare. A text that is no id, and one that is not known, is answered as
 * unknown.
 */
export async function lockServers(ids: readonly string[], { reads: { db }, now }: Context): Promise<LockAnswer> {
  const asked = [...new Set(ids)]
  const known = await listServersOfIds(
    db,
    asked.filter((id) => idFault(id) === undefined),
  )
  const idsOf = new Map<number, string[]>()
  const toolsOf = new Map<number, number>()
  for (const id of asked) {
    const server = known.get(id)
    if (server === undefined) continue
    idsOf.set(server.serverKey, [...(idsOf.get(server.serverKey) ?? []), id])
    toolsOf.set(server.serverKey, server.tools)
  }
  const { answered, left } = withinBound([...toolsOf])
  const servers: LockedServer[] = []
  for (const keys of chunksOf(answered, SERVERS_AT_ONCE)) {
    const declared = new Map((await listDeclaredDigests(db, keys)).map((row) => [row.serverKey, row]))
    const sightings = await listSightings(db, keys, now)
    const digests = new Map([...declared].map(([key, row]) => [key, digestOf(row.digests)]))
    const leaves = await listPublishedLeaves(
      db,
      [...declared.values()].map((row) => ({ subject: row.serverId, declared: digests.get(row.serverKey) ?? '' })),
    )
    for (const key of keys) {
      const row = declared.get(key)
      if (row === undefined) continue
      const leaf = leaves.get(row.serverId) ?? null
      const known = { digest: digests.get(key) ?? '', leaf, sightings: sightings.get(key) ?? [] }
      servers.push(lockedServer(idsOf.get(key) ?? [], row, known))
    }
  }
  return {
    servers,
    unknown: asked.filter((id) => !known.has(id)),
    remaining: left.flatMap((key) => idsOf.get(key) ?? []),
  }
}

/** The first servers that have no more than `MOST_LOCKED_TOOLS` tools together, at least one. */
function withinBound(servers: readonly (readonly [key: number, tools: number])[]) {
  let tools = 0
  const after = servers.findIndex(([, count], index) => {
    tools += count
    return index > 0 && tools > MOST_LOCKED_TOOLS
  })
  const keys = servers.map(([key]) => key)
  return after < 0 ? { answered: keys, left: [] } : { answered: keys.slice(0, after), left: keys.slice(after) }
}

interface Known {
  digest: string
  leaf: PublishedLeaf | null
  sightings: readonly Sighting[]
}

function lockedServer(ids: string[], row: DeclaredDigests, { digest, leaf, sightings }: Known): LockedServer {
  const { digests, partSince } = row
  return {
    ids,
    serverId: row.serverId,
    version: digests.version,
    digest,
    leaf: leaf && { index: leaf.index, at: leaf.at.toISOString() },
    isRemoved: row.isDeleted,
    tools:
      digests.tools?.flatMap((tool) => {
        const listed = row.tools.get(tool.name)
        if (listed === undefined) return []
        return [{ ...tool, inputSchemaAsWritten: listed.inputSchemaAsWritten, since: listed.since.toISOString() }]
      }) ?? null,
    parts: DECLARED_PARTS.flatMap((part) => {
      const since = partSince[part]
      return since === undefined ? [] : [{ part, digest: digests.parts[part], since }]
    }),
    seenBy: sightings.map(({ vantage, at }) => ({ vantage, at: at.toISOString() })),
  }
}
