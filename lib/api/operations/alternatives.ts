import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { Alternative, AlternativesAnswer } from '../../contract/shapes/candidates'
import type { Assessment } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { canStandIn, type Independence, independence, originKeys } from '../../search/alternatives/independence'
import { LEAST_SIMILARITY, type Offer, orderOffers } from '../../search/alternatives/order-alternatives'
import { purposeOf } from '../../search/alternatives/purpose'
import { replacementBy } from '../../search/alternatives/replacement'
import { argumentsFit } from '../../search/arguments/arguments-fit'
import { type FoundSubject, listFound } from '../../store/catalog/candidates'
import { assessCandidate, candidateOf } from '../candidate'
import { compactAlternatives } from '../compact-answers'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { listReplaced, type ReplacedSubject } from '../replaced-subjects'

/** Results considered before any is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 200
/** More than rounding adds to a similarity. */
const ROUNDED_BY = 0.001

/** What could replace the original, whether it is down or not. */
interface FoundOffer extends Offer {
  replaced: ReplacedSubject
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
  return input.compact ? compactAlternatives(whole, input.toolId) : whole
}

/**
 * What could replace a subject, with all members, at most `limit`. In place of a server stand tools that replace its first tools, one of each other server, and
 * servers that are similar as a whole.
 */
export async function findAlternatives(toolId: string, limit: number, context: Context): Promise<AlternativesAnswer> {
  const replaced = await listReplaced(toolId, context)
  const offers = (await Promise.all(replaced.map((one) => listOffers(one, context)))).flat()
  const isServer = replaced.some(({ id, kind }) => id === toolId && kind === 'server')
  const choose = (some: readonly FoundOffer[]) => (isServer ? bestOfEachServer(some) : orderOffers(some))
  const best = choose(offers.filter(isLiving)).slice(0, limit)
  return {
    alternatives: best.map(alternativeOf),
    floor: LEAST_SIMILARITY,
    reason: best.length > 0 ? null : REASONS[choose(offers).length > 0 ? 'all_down' : 'nothing_does_the_same'],
  }
}

async function listOffers(replaced: ReplacedSubject, context: Context): Promise<FoundOffer[]> {
  // What differs only lessens a similarity.
  const found = await context.finder.alike(replaced.described, CONSIDERED, LEAST_SIMILARITY - ROUNDED_BY)
  const alike = found.filter(({ similarity }) => shownProbability(similarity) >= LEAST_SIMILARITY)
  const similarityOf = new Map(alike.map(({ id, similarity }) => [id, similarity]))
  const subjects = await listFound(context.db, [...similarityOf.keys()])
  return subjects.flatMap((one) => offerOf(replaced, one, similarityOf.get(one.id) ?? 0, context.now) ?? [])
}

/** Of each server one offer: for a tool with its arguments where there is one, otherwise for the whole server. */
function bestOfEachServer(offers: readonly FoundOffer[]): FoundOffer[] {
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

/** undefined for what cannot replace the original: it does something else, or would fail with it. `alike` is their similarity by words. */
function offerOf(replaced: ReplacedSubject, found: FoundSubject, alike: number, now: Date): FoundOffer | undefined {
  const { origin, purpose } = replaced
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
    replaced,
    found,
    assessment,
    independent,
  }
}

function isLiving(offer: FoundOffer): boolean {
  return offer.verdict !== 'down'
}

function alternativeOf({ replaced, found, similarity, assessment, independent }: FoundOffer): Alternative {
  return {
    ...candidateOf(found, similarity, assessment),
    replaces: replaced.id,
    similarity,
    ...argumentsFit(replaced.inputSchema, found.inputSchema),
    independent,
  }
}

export const alternativesEndpoint = defineEndpoint('alternatives', alternatives)
