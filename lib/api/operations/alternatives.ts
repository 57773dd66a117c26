import { limitOf } from '../../contract/compact'
import { isApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { Alternative, AlternativesAnswer } from '../../contract/shapes/candidates'
import { isFixture } from '../../core/catalog/fixtures'
import type { Assessment } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { backendKeys, canStandIn, type Independence, independence } from '../../search/alternatives/independence'
import { LEAST_SIMILARITY, type Offer, orderOffers } from '../../search/alternatives/order-alternatives'
import { argumentsFit } from '../../search/arguments/arguments-fit'
import type { ListedAlternative } from '../../store/alternatives/alternative-lists'
import type { SubjectFacts, SubjectTexts } from '../../store/catalog/candidates'
import { listReplaced, type ReplacedSubject } from '../alternatives/replaced-subjects'
import { alternativesTo } from '../alternatives/search-list'
import { assessCandidate, candidateOf } from '../candidate'
import { compactAlternatives } from '../compact-answers'
import type { Context } from '../context'
import { type Products, productMembers } from '../product-directory'

/** What could replace the original, whether it is down or not. */
interface AssessedOffer extends Offer {
  replaced: ReplacedSubject
  found: SubjectFacts
  assessment: Assessment
  independent: Independence
}

const REASONS = {
  nothing_does_the_same: {
    code: 'nothing_does_the_same',
    text: 'No tool of another repository and backend is known that does the same.',
  },
  all_down: { code: 'all_down', text: 'Other tools do the same, but all of them are down.' },
  all_to_avoid: {
    code: 'all_to_avoid',
    text: 'Other tools do the same, but each of them is down or should be avoided for what it declares.',
  },
} as const

async function alternatives(input: InputOf<'alternatives'>, context: Context): Promise<OutputOf<'alternatives'>> {
  const whole = await findAlternatives(input.toolId, limitOf('alternatives', input), context)
  return input.compact ? compactAlternatives(whole, input.toolId) : whole
}

/**
 * What could replace a subject, with all members, at most `limit`. In place of a server stand tools that replace its
 * first tools, one of each other server, and servers that are similar as a whole. `forPages`: no fixtures of
 * benchmarks.
 */
export async function findAlternatives(
  toolId: string,
  limit: number,
  context: Context,
  { forPages = false } = {},
): Promise<AlternativesAnswer> {
  const [found, products] = [await listOffers(toolId, context), await context.products.current()]
  const offers = forPages ? found.filter(({ id }) => !isFixture(id)) : found
  const best = inOrder(toolId, offers.filter(isUsable)).slice(0, limit)
  return {
    alternatives: await withTexts(best, products, context),
    floor: LEAST_SIMILARITY,
    reason: best.length > 0 ? null : REASONS[whyNone(inOrder(toolId, offers))],
  }
}

/** The ids that `findAlternatives` answers, in their order. */
export async function listAlternativeIds(toolId: string, limit: number, context: Context): Promise<string[]> {
  const offers = await listOffers(toolId, context)
  return inOrder(toolId, offers.filter(isUsable))
    .slice(0, limit)
    .map(({ id }) => id)
}

/**
 * Of these subjects those for which `findAlternatives` answers one, of lists that are stored: nothing is searched for.
 * Ids that nothing has are left out.
 */
export async function listReplaceable(toolIds: readonly string[], context: Context): Promise<ReadonlySet<string>> {
  const replaced = new Map(
    await Promise.all(toolIds.map(async (id) => [id, await listReplaced(id, context).catch(noneIfUnknown)] as const)),
  )
  const lists = await context.alternatives.findStored([...replaced.values()].flatMap((all) => all.map(({ id }) => id)))
  const offersOf = await assessOffers(lists, context)
  const isReplaceable = (id: string) => replaced.get(id)?.some((one) => offersOf(one).some(isUsable))
  return new Set(toolIds.filter(isReplaceable))
}

function noneIfUnknown(error: unknown): readonly ReplacedSubject[] {
  if (isApiError(error)) return []
  throw error
}

/** `same`: what would be listed if it could be used. */
function whyNone(same: readonly AssessedOffer[]): keyof typeof REASONS {
  if (same.length === 0) return 'nothing_does_the_same'
  return same.every(({ verdict }) => verdict === 'down') ? 'all_down' : 'all_to_avoid'
}

/** What could replace a subject, in no order; of what is listed, what is independent of it now. */
async function listOffers(toolId: string, context: Context): Promise<AssessedOffer[]> {
  const replaced = await listReplaced(toolId, context)
  const lists = await Promise.all(replaced.map(async ({ id }) => [id, await alternativesTo(id, context)] as const))
  return replaced.flatMap(await assessOffers(new Map(lists), context))
}

/** What lists offer in place of a subject. */
async function assessOffers(
  lists: ReadonlyMap<string, readonly ListedAlternative[]>,
  { subjectFacts, products, now }: Context,
): Promise<(replaced: ReplacedSubject) => AssessedOffer[]> {
  const ids = new Set([...lists.values()].flatMap((list) => list.map(({ id }) => id)))
  const [found, resolved] = [await subjectFacts.listSubjectFacts([...ids]), await products.current()]
  const factsOf = new Map(found.map((one) => [one.id, one]))
  return (replaced) =>
    (lists.get(replaced.id) ?? []).flatMap((listed) => {
      const facts = factsOf.get(listed.id)
      return facts === undefined ? [] : offersOf(replaced, listed, facts, resolved, now)
    })
}

function offersOf(
  replaced: ReplacedSubject,
  { id, similarity, inOtherProduct }: ListedAlternative,
  found: SubjectFacts,
  products: Products,
  now: Date,
): AssessedOffer[] {
  const { productId } = productMembers(products, found.serverKey)
  const independent = independence(replaced.origin, backendKeys({ ...found, productId }))
  if (!canStandIn(independent)) return []
  const assessment = assessCandidate(found, now)
  const { verdict } = assessment
  const offer = { id, similarity, inOtherProduct, verdict, score: found.score, otherHost: independent.host }
  return [{ ...offer, replaced, found, assessment, independent }]
}

/** Those to list. In place of a server: of each server one, for a tool where there is one, else the whole. */
function inOrder(toolId: string, offers: readonly AssessedOffer[]): AssessedOffer[] {
  const isServer = offers.some(({ replaced }) => replaced.kind === 'server' || replaced.id !== toolId)
  return isServer ? bestOfEachServer(offers) : orderOffers(offers)
}

function bestOfEachServer(offers: readonly AssessedOffer[]): AssessedOffer[] {
  const ofTools = offers.filter(({ replaced }) => replaced.kind === 'tool')
  const withTools = new Set(orderOffers(ofTools).map(({ found }) => found.serverId))
  const wholes = offers.filter(({ replaced, found }) => replaced.kind === 'server' && !withTools.has(found.serverId))
  const seen = new Set<string>()
  return orderOffers([...ofTools, ...wholes]).filter(({ found: { serverId } }) => {
    if (seen.has(serverId)) return false
    seen.add(serverId)
    return true
  })
}

function isUsable({ verdict, assessment }: AssessedOffer): boolean {
  return verdict !== 'down' && assessment.recommendation !== 'avoid'
}

async function withTexts(
  offers: readonly AssessedOffer[],
  products: Products,
  { subjectFacts }: Context,
): Promise<Alternative[]> {
  const ids = new Set(offers.flatMap(({ id, replaced }) => [id, replaced.id]))
  const texts = new Map((await subjectFacts.listTexts([...ids])).map((one) => [one.id, one]))
  return offers.flatMap((offer) => {
    const text = texts.get(offer.id)
    return text === undefined ? [] : [alternativeOf(offer, text, texts.get(offer.replaced.id), products)]
  })
}

function alternativeOf(
  { replaced, found, similarity, assessment, independent }: AssessedOffer,
  { description, inputSchema }: SubjectTexts,
  original: SubjectTexts | undefined,
  products: Products,
): Alternative {
  return {
    ...candidateOf({ ...found, description, inputSchema }, similarity, assessment, products),
    replaces: replaced.id,
    similarity,
    ...argumentsFit(original?.inputSchema ?? null, inputSchema),
    independent,
  }
}

export const alternativesEndpoint = defineEndpoint('alternatives', alternatives)
