import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { Alternative, AlternativesAnswer } from '../../contract/shapes/candidates'
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
import { LEAST_SIMILARITY, type Offer, orderOffers } from '../../search/alternatives/order-alternatives'
import { type Purpose, purposeOf } from '../../search/alternatives/purpose'
import { replacementBy } from '../../search/alternatives/replacement'
import type { Described } from '../../search/alternatives/similarity'
import { argumentsFit } from '../../search/arguments/arguments-fit'
import { type FoundSubject, listFound } from '../../store/catalog/candidates'
import { listToolsOfServer } from '../../store/catalog/category-listings'
import { findProfile, findServerAround } from '../../store/catalog/profiles'
import { assessCandidate, candidateOf } from '../candidate'
import { compactAlternatives } from '../compact-answers'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { unknownTool } from '../get-rating'

/** Results considered before any is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 200
/** Tools of a server whose alternatives replace it, best first: a search for each. */
const TOOLS_REPLACED = 3
/** More than rounding adds to a similarity. */
const ROUNDED_BY = 0.001

/** The subject to be replaced. */
interface Original {
  /** null: it is a tool. */
  serverKey: number | null
  origin: OriginKeys
  purpose: Purpose
  described: Described
  inputSchema: JsonSchema | null
}

/** What could replace the original, whether it is down or not. */
interface FoundOffer extends Offer {
  found: FoundSubject
  assessment: Assessment
  independent: Independence
}

const REASONS = {
  nothing_does_the_same: {
    code: 'nothing_does_the_same',
    text: 'No tool of another repository and backend is known that does the same.',
  },
  all_down: { code: 'all_down', text: 'Other tools do the same, but all of them are down.' },
} as const

export async function alternatives(
  input: InputOf<'alternatives'>,
  context: Context,
): Promise<OutputOf<'alternatives'>> {
  const whole = await findAlternatives(input.toolId, limitOf('alternatives', input), context)
  return input.compact ? compactAlternatives(whole) : whole
}

/**
 * What could replace a subject, with all members, at most `limit`. The words of many servers do not say what they do: where they lead to nothing, a server is replaced by what could replace
 * its best tools, one tool of each server.
 */
export async function findAlternatives(toolId: string, limit: number, context: Context): Promise<AlternativesAnswer> {
  const original = await getOriginal(toolId, context)
  const own = await alternativesTo(original, limit, context)
  if (own.alternatives.length > 0 || original.serverKey === null) return own
  const tools = await listToolsOfServer(context.db, original.serverKey, TOOLS_REPLACED)
  const answers: AlternativesAnswer[] = []
  for (const { id, removedAt } of tools)
    if (removedAt === null) answers.push(await alternativesTo(await getOriginal(id, context), limit, context))
  const alternatives = oneOfEachServer(answers.map((answer) => answer.alternatives)).slice(0, limit)
  const reason = [own, ...answers].some((answer) => answer.reason?.code === 'all_down') ? REASONS.all_down : own.reason
  return { ...own, alternatives, reason: alternatives.length > 0 ? null : reason }
}

/** The first of every list, then the second of each, and so on; those of which nothing is known come last. */
function oneOfEachServer(lists: readonly (readonly Alternative[])[]): Alternative[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
  const living = inTurn.filter(({ verdict }) => verdict !== 'unknown')
  const ordered = [...living, ...inTurn.filter(({ verdict }) => verdict === 'unknown')]
  const seen = new Set<string>()
  return ordered.filter(({ serverId }) => !seen.has(serverId) && seen.add(serverId))
}

async function alternativesTo(original: Original, limit: number, context: Context): Promise<AlternativesAnswer> {
  // What differs only lessens a similarity.
  const found = await context.finder.alike(original.described, CONSIDERED, LEAST_SIMILARITY - ROUNDED_BY)
  const alike = found.filter(({ similarity }) => shownProbability(similarity) >= LEAST_SIMILARITY)
  const similarityOf = new Map(alike.map(({ id, similarity }) => [id, similarity]))
  const subjects = await listFound(context.db, [...similarityOf.keys()])
  const offers = subjects.flatMap((one) => offerOf(original, one, similarityOf.get(one.id) ?? 0, context.now) ?? [])
  const best = orderOffers(offers.filter(isLiving)).slice(0, limit)
  return {
    alternatives: best.map((offer) => alternativeOf(original, offer)),
    floor: LEAST_SIMILARITY,
    reason: best.length > 0 ? null : REASONS[orderOffers(offers).length > 0 ? 'all_down' : 'nothing_does_the_same'],
  }
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
  const name = profile?.subject.name ?? id.slice(server.id.length + 1)
  const description = tool?.description ?? server.description
  const inputSchema = tool?.inputSchema ?? null
  return {
    serverKey: id === server.id ? server.key : null,
    origin: originKeys({ ...server, serverId: server.id }),
    purpose: purposeOf({ kind: id === server.id ? 'server' : 'tool', serverId: server.id, name, description }),
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
}

/** undefined for what cannot replace the original: it does something else, or would fail with it. `alike` is their similarity by words. */
function offerOf({ origin, purpose }: Original, found: FoundSubject, alike: number, now: Date): FoundOffer | undefined {
  const independent = independence(origin, originKeys(found))
  const replacement = canStandIn(independent) ? replacementBy(purpose, purposeOf(found)) : null
  if (replacement === null) return undefined
  const assessment = assessCandidate(found, now)
  const { id, score } = found
  return {
    id,
    similarity: shownProbability(alike * replacement.share),
    verdict: assessment.verdict,
    score,
    otherHost: independent.host,
    inOtherProduct: replacement.inOtherProduct,
    found,
    assessment,
    independent,
  }
}

function isLiving(offer: FoundOffer): boolean {
  return offer.verdict !== 'down'
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
