import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { parameterNames } from '../../core/json-schema/parameters'
import { type BackendKeys, backendKeys } from '../../search/alternatives/independence'
import { type Purpose, purposeOf } from '../../search/alternatives/purpose'
import type { Described } from '../../search/alternatives/similarity'
import { findProfile, findServerAround } from '../../store/catalog/profiles'
import { listToolsOfServer } from '../../store/listings/category-listings'
import type { Context } from '../context'
import { unknownTool } from '../get-rating'

/** What is to be replaced. */
export interface ReplacedSubject {
  id: string
  kind: 'server' | 'tool'
  origin: BackendKeys
  purpose: Purpose
  described: Described
  inputSchema: JsonSchema | null
}

/** Tools of a server that alternatives are looked for: each costs as much as a whole answer for a tool. */
const TOOLS_COMPARED = 5

/**
 * What alternatives to a subject have to replace: a tool itself; of a server its first tools in the published order,
 * which are those with the best scores, and then the server as a whole. Refuses an id that no known server could have.
 */
export async function listReplaced(id: string, context: Context): Promise<ReplacedSubject[]> {
  const { subject, serverKey } = await getReplaced(id, context)
  if (subject.kind === 'tool') return [subject]
  const tools = await listToolsOfServer(context.db, serverKey, TOOLS_COMPARED)
  const replaced = await Promise.all(tools.map((tool) => getReplaced(tool.id, context)))
  return [...replaced.map((tool) => tool.subject), subject]
}

/**
 * What is known of the subject: everything while its row exists, also where it is down or removed. Of a tool that a
 * known server never had, its name and the server's description.
 */
async function getReplaced(id: string, context: Context): Promise<{ subject: ReplacedSubject; serverKey: number }> {
  const profile = await findProfile(context.db, id)
  const server = profile?.server ?? (await findServerAround(context.db, id))
  if (server === undefined) throw await unknownTool(id, context)
  const tool = profile?.tool ?? null
  const name = profile?.subject.name ?? id.slice(server.id.length + 1)
  const description = tool?.description ?? server.description
  const inputSchema = tool?.inputSchema ?? null
  const kind = id === server.id ? 'server' : 'tool'
  const subject: ReplacedSubject = {
    id,
    kind,
    origin: backendKeys({ ...server, serverId: server.id }),
    purpose: purposeOf({ kind, serverId: server.id, name, description }),
    described: {
      name,
      title: tool?.title ?? null,
      description,
      parameters: parameterNames(inputSchema).join(' '),
      serverTitle: server.title,
      serverDescription: server.description,
    },
    inputSchema,
  }
  return { subject, serverKey: server.key }
}
