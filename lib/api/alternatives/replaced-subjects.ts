import type { SubjectDescription } from '../../core/catalog/subject-description'
import { type BackendKeys, backendKeys } from '../../search/alternatives/independence'
import type { SubjectFacts } from '../../store/catalog/candidates'
import { findProfile, findServerAround } from '../../store/catalog/profiles'
import type { Context } from '../context'
import { unknownTool } from '../get-rating'
import { type Products, productMembers } from '../product-directory'

/** What is to be replaced, as far as what may replace it depends on it. */
export interface ReplacedSubject {
  id: string
  kind: 'server' | 'tool'
  origin: BackendKeys
}

/** The same with what it is compared by. */
export interface DescribedSubject extends ReplacedSubject {
  compared: SubjectDescription
}

/** Tools of a server that alternatives are looked for. */
const TOOLS_COMPARED = 5

/**
 * What alternatives to a subject have to replace: a tool itself; of a server its first tools in the published order,
 * which are those with the best scores, and then the server as a whole. Refuses an id that no known server could have.
 */
export async function listReplaced(id: string, context: Context): Promise<ReplacedSubject[]> {
  const products = await context.products.current()
  const [known] = await context.subjectFacts.listSearchFacts([id])
  const subject = known === undefined ? await getDescribed(id, context) : replacedOf(known, products)
  if (subject.kind === 'tool') return [subject]
  const serverKey = known?.serverKey ?? (await findProfile(context.reads.db, id))?.server.key
  const ids = serverKey === undefined ? [] : await context.subjectFacts.listToolIds(serverKey, TOOLS_COMPARED)
  const facts = new Map((await context.subjectFacts.listSearchFacts(ids)).map((one) => [one.id, one]))
  const replaced = ids.map((tool) => {
    const found = facts.get(tool)
    return found === undefined ? getDescribed(tool, context) : replacedOf(found, products)
  })
  return [...(await Promise.all(replaced)), subject]
}

function replacedOf(found: SubjectFacts, products: Products): ReplacedSubject {
  const { productId } = productMembers(products, found.serverKey)
  return { id: found.id, kind: found.kind, origin: backendKeys({ ...found, productId }) }
}

/**
 * What is known of the subject: everything while its row exists, also where it is down or removed. Of a tool that a
 * known server never had, its name and the server's description. Refuses an id that no known server could have.
 */
export async function getDescribed(id: string, context: Context): Promise<DescribedSubject> {
  const profile = await findProfile(context.reads.db, id)
  const server = profile?.server ?? (await findServerAround(context.reads.db, id))
  if (server === undefined) throw await unknownTool(id, context)
  const tool = profile?.tool ?? null
  const name = profile?.subject.name ?? id.slice(server.id.length + 1)
  const description = tool?.description ?? server.description
  const kind = id === server.id ? 'server' : 'tool'
  return {
    id,
    kind,
    origin: backendKeys({ ...server, serverId: server.id }),
    compared: {
      ...{ id, kind, serverId: server.id, name, title: tool?.title ?? null, description },
      inputSchema: tool?.inputSchema ?? null,
      serverTitle: server.title,
      serverDescription: server.description,
    },
  }
}
