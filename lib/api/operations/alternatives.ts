import type { InputOf, OutputOf } from '../../contract/operations'
import type { Alternative } from '../../contract/shapes'
import type { JsonSchema } from '../../core/catalog/catalog'
import { parameterNames } from '../../core/json-schema/parameters'
import type { Assessment } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import {
  canStandIn,
  type Independence,
  independence,
  type OriginKeys,
  originKeys,
} from '../../search/alternatives/independence'
import { type Offer, orderOffers } from '../../search/alternatives/order-alternatives'
import type { Described } from '../../search/alternatives/similarity'
import { argumentsFit } from '../../search/arguments/arguments-fit'
import { type FoundSubject, listFound } from '../../store/catalog/candidates'
import { findProfile, findServerAround } from '../../store/catalog/profiles'
import { assessCandidate, candidateOf } from '../candidate'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { unknownTool } from '../get-rating'

/** Results considered before any is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 200

/** The subject to be replaced. */
interface Original {
  origin: OriginKeys
  described: Described
  inputSchema: JsonSchema | null
}

interface FoundOffer extends Offer {
  found: FoundSubject
  assessment: Assessment
  independent: Independence
}

export async function alternatives(
  { toolId, limit }: InputOf<'alternatives'>,
  context: Context,
): Promise<OutputOf<'alternatives'>> {
  const original = await getOriginal(toolId, context)
  const alike = await context.finder.alike(original.described, CONSIDERED)
  const similarityOf = new Map(alike.map(({ id, similarity }) => [id, shownProbability(similarity)]))
  const found = await listFound(context.db, [...similarityOf.keys()])
  const offers = found.flatMap((one) => offerOf(original.origin, one, similarityOf.get(one.id) ?? 0, context.now) ?? [])
  const best = orderOffers(offers).slice(0, limit)
  return { alternatives: best.map((offer) => alternativeOf(original, offer)) }
}

/**
 * What is known of the subject: everything while its row exists, also where it is down or removed. Of a tool that a known server never had,
 * its name and the server's description.
 */
async function getOriginal(id: string, context: Context): Promise<Original> {
  const profile = await findProfile(context.db, id)
  const server = profile?.server ?? (await findServerAround(context.db, id))
  if (server === undefined) throw await unknownTool(id, context)
  const tool = profile?.tool ?? null
  const inputSchema = tool?.inputSchema ?? null
  return {
    origin: originKeys({ ...server, serverId: server.id }),
    described: {
      name: profile?.subject.name ?? id.slice(server.id.length + 1),
      title: tool?.title ?? null,
      description: tool?.description ?? server.description,
      parameters: parameterNames(inputSchema).join(' '),
      serverTitle: server.title,
      serverDescription: server.description,
    },
    inputSchema,
  }
}

/** undefined for what cannot replace the original: it is down, or would fail with it. */
function offerOf(origin: OriginKeys, found: FoundSubject, similarity: number, now: Date): FoundOffer | undefined {
  const independent = independence(origin, originKeys(found))
  const assessment = assessCandidate(found, now)
  const { verdict } = assessment
  if (verdict === 'down' || !canStandIn(independent)) return undefined
  const { id, score } = found
  return { id, similarity, verdict, score, otherHost: independent.host, found, assessment, independent }
}

function alternativeOf(original: Original, { found, similarity, assessment, independent }: FoundOffer): Alternative {
  return {
    ...candidateOf(found, similarity, assessment),
    similarity,
    ...argumentsFit(original.inputSchema, found.inputSchema),
    independent,
  }
}

export const alternativesEndpoint = defineEndpoint('alternatives', alternatives)
