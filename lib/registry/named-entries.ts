import { findRating } from '../api/get-rating'
import { ApiError } from '../contract/errors'
import type { InputOf } from '../contract/operations'
import { idOfRegistryName } from '../core/catalog/registry-name'
import { findDeclarations } from '../store/declarations/declarations'
import type { RegistryContext } from './context'
import type { RegistryEntry, RegistryList } from './contract/registry'
import { atVersion, driftSince, type RatedServer, rate, registryEntriesOf } from './registry-entry'
import { asksAnything, type RegistryPolicy } from './rules/policy'
import { isRelease, listedVersion } from './rules/server-json'
import { findRegistryServer, type RegistryServer } from './sql/registry-servers'

type Named = Pick<InputOf<'registryVersions'>, 'serverName' | 'include_deleted'>

/**
 * The known versions of a server, the latest first. Refuses a name that the registry does not have, or has not under
 * the policy.
 */
export async function listVersions(
  named: Named,
  policy: RegistryPolicy,
  context: RegistryContext,
): Promise<RegistryList> {
  const rated = await getRated(named, policy, context)
  const latest = await getRegistryEntry(rated, context)
  const entries = (await versionsOf(rated.server, context)).map((version) => atVersion(latest, rated, version))
  return { servers: entries, metadata: { count: entries.length } }
}

/** One version of a server. Refuses as `listVersions` does, and a version that is not known. */
export async function getVersion(
  { version, ...named }: Named & { version: string },
  policy: RegistryPolicy,
  context: RegistryContext,
): Promise<RegistryEntry> {
  const rated = await getRated(named, policy, context)
  if (rated.assessment.asOf === null) context.demand.note(rated.server.id, context.now)
  const latest = await getRegistryEntry(rated, context)
  if (version === 'latest' || version === latest.server.version) return latest
  if ((await versionsOf(rated.server, context)).includes(version)) return atVersion(latest, rated, version)
  throw new ApiError(
    'unknown_version',
    'Server version not found. The known versions are listed by its path /versions.',
  )
}

async function getRegistryEntry(rated: RatedServer, context: RegistryContext): Promise<RegistryEntry> {
  const [entry] = await registryEntriesOf([rated], context)
  if (entry === undefined) throw new Error(`no entry of ${rated.server.id}`)
  return entry
}

/** The version of the catalog, then the one that the server declares where it is another. */
async function versionsOf(server: RegistryServer, { reads: { db } }: RegistryContext): Promise<string[]> {
  const latest = listedVersion(server)
  const declared = (await findDeclarations(db, server.key))?.declared.serverInfo?.version
  return isRelease(declared) && declared !== latest ? [latest, declared] : [latest]
}

async function getRated(named: Named, policy: RegistryPolicy, context: RegistryContext): Promise<RatedServer> {
  const { serverName, include_deleted: includesDeleted } = named
  const server = await findRegistryServer(context.reads.db, serverName, driftSince(context))
  if (server === undefined) throw await unknownServer(serverName, context)
  const rated = rate(server, asksAnything(policy) ? policy : null, context)
  if (rated.isPresent || includesDeleted) return rated
  throw new ApiError('unknown_server', `Server not found. ${rated.absence} With include_deleted=1 it is shown.`)
}

async function unknownServer(name: string, context: RegistryContext): Promise<ApiError> {
  const id = idOfRegistryName(name)
  const known = id === undefined ? undefined : await findRating(id, context)
  const hint =
    known === undefined
      ? 'Names are listed by GET /v0.1/servers.'
      : 'What is known of it is nothing that an MCP client can call.'
  return new ApiError('unknown_server', `Server not found. ${hint}`)
}
