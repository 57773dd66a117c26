import { chunksOf } from '../../chunks.ts'
import { lookupOf, matchSetupServers } from '../../setup/setup-lookup.ts'
import type { SetupServer } from '../../setup/setup-server.ts'
import { isLocked, isLookup, type ReadLockedServer } from '../answer-forms.ts'
import { type Service, ServiceUnusable } from '../fetch-service.ts'

/** Ids of one call. */
const IDS_AT_ONCE = 500
/** Setup entries of one lookup. */
const ENTRIES_AT_ONCE = 100
/** In bytes: 5,000 tools and what a thousand servers have besides. */
const MAX_BYTES = 32_000_000

/** What the service says of these ids, by the id asked; ids that it does not know are left out. */
export async function fetchLocked(service: Service, ids: readonly string[]): Promise<Map<string, ReadLockedServer>> {
  const byId = new Map<string, ReadLockedServer>()
  for (const chunk of chunksOf([...new Set(ids)], IDS_AT_ONCE)) {
    let left = chunk
    while (left.length > 0) {
      const answer = await askFor(service, left)
      for (const server of answer.servers) for (const id of server.ids) byId.set(id, server)
      left = answer.remaining
    }
  }
  return byId
}

/** One answer; throws where it does not answer each id exactly once, or answers none. */
async function askFor(service: Service, ids: readonly string[]) {
  const json = await service.getJson('/v1/lock', { maxBytes: MAX_BYTES, body: { ids } })
  if (!isLocked(json))
    throw new ServiceUnusable(`${service.root}/v1/lock answered in another form: is it an Assay service?`)
  const answered = [...json.servers.flatMap((server) => server.ids), ...json.unknown, ...json.remaining]
  const asked = new Set(ids)
  const isExact = answered.length === asked.size && answered.every((id) => asked.has(id))
  if (!isExact || new Set(answered).size !== answered.length || json.remaining.length === ids.length)
    throw new ServiceUnusable(`${service.root}/v1/lock did not answer what it was asked.`)
  return json
}

/** The servers that entries of a client's configuration are, by name; those that are none, or several, are left out. */
export async function findServersOfSetup(
  service: Service,
  entries: readonly SetupServer[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const chunk of chunksOf(entries, ENTRIES_AT_ONCE)) {
    const body = lookupOf(chunk)
    if (body === undefined) continue
    const json = await service.getJson('/v1/reliability/lookup', { maxBytes: MAX_BYTES, body })
    if (!isLookup(json)) throw new ServiceUnusable(`${service.root}/v1/reliability/lookup answered in another form.`)
    for (const { entry, serverIds } of matchSetupServers(chunk, json.resolved)) {
      const [only, second] = serverIds
      if (only !== undefined && second === undefined) found.set(entry.name, only)
    }
  }
  return found
}
