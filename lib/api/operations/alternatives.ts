import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { Alternative, AlternativesAnswer } from '../../contract/shapes/candidates'
import { isFixture } from '../../core/catalog/fixtures'
import type { Assessment } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { backendKeys, canStandIn, type Independence, independence } from '../../search/alternatives/independence'
import { LEAST_SIMILARITY, type Offer, orderOffers } from '../../search/alternatives/order-alternatives'
import { purposeOf } from '../../search/alternatives/purpose'
import { replacementBy, similarityWith } from '../../search/alternatives/replacement'
import { type Alike, mostOf } from '../../search/alternatives/similarity'
import { argumentsFit } from '../../search/arguments/arguments-fit'
import { listSubjectDetails, type SubjectDetails } from '../../store/catalog/candidates'
import { assessCandidate, candidateOf } from '../candidate'
import { compactAlternatives } from '../compact-answers'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { type Products, productMembers } from '../product-directory'
import { listReplaced, type ReplacedSubject } from '../alternatives/replaced-subjects'

/** Results considered before any is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 200
/** Of these, those that are read first where one is enough. */
const READ_FIRST = 20
/** More than rounding adds to a similarity. */
const ROUNDED_BY = 0.001

/** What could replace the original, whether it is down or not. */
interface AssessedOffer extends Offer {
  replaced: ReplacedSubject
  found: SubjectDetails
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
  const [replaced, products] = [await listReplaced(toolId, context), await context.products.current()]
  const all = (await Promise.all(replaced.map((one) => listOffers(one, context)))).flat()
  const offers = forPages ? all.filter(({ found }) => !isFixture(found.id)) : all
  const isServer = replaced.some(({ id, kind }) => id === toolId && kind === 'server')
  const choose = (some: readonly AssessedOffer[]) => (isServer ? bestOfEachServer(some) : orderOffers(some))
  const best = choose(offers.filter(isUsable)).slice(0, limit)
  return {
    alternatives: best.map((offer) => alternativeOf(offer, products)),
    floor: LEAST_SIMILARITY,
    reason: best.length > 0 ? null : REASONS[whyNone(choose(offers))],
  }
}

/** `same`: what would be listed if it could be used. */
function whyNone(same: readonly AssessedOffer[]): keyof typeof REASONS {
  if (same.length === 0) return 'nothing_does_the_same'
  return same.every(({ verdict }) => verdict === 'down') ? 'all_down' : 'all_to_avoid'
}

/** Whether `findAlternatives` answers one: the most similar subjects are read first, and mostly no others. */
export async function hasAlternative(toolId: string, context: Context): Promise<boolean> {
  for (const replaced of await listReplaced(toolId, context)) {
    const alike = await listAlike(replaced, context)
    for (const some of [alike.slice(0, READ_FIRST), alike.slice(READ_FIRST)])
      if ((await offersAmong(some, replaced, context)).some(isUsable)) return true
  }
  return false
}

async function listOffers(replaced: ReplacedSubject, context: Context): Promise<AssessedOffer[]> {
  return offersAmong(await listAlike(replaced, context), replaced, context)
}

/** The most similar first. */
async function listAlike({ described }: ReplacedSubject, context: Context): Promise<Alike[]> {
  // What differs only lessens a similarity.
  const found = await context.finder.alike(described, CONSIDERED, LEAST_SIMILARITY - ROUNDED_BY)
  return found.filter((one) => shownProbability(mostOf(one)) >= LEAST_SIMILARITY)
}

async function offersAmong(
  alike: readonly Alike[],
  replaced: ReplacedSubject,
  { db, now, products }: Pick<Context, 'db' | 'now' | 'products'>,
): Promise<AssessedOffer[]> {
  const byId = new Map(alike.map((one) => [one.id, one]))
  const [subjects, resolved] = [await listSubjectDetails(db, [...byId.keys()]), await products.current()]
  return subjects.flatMap((one) => {
    const { productId } = productMembers(resolved, one.serverKey)
    return offerOf(replaced, { ...one, productId }, byId.get(one.id), now) ?? []
  })
}

/** Of each server one offer: for a tool with its arguments where there is one, otherwise for the whole server. */
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

/**
 * undefined for what cannot replace the original: it does something else, or would fail with it. `alike` is how similar
 * their words are.
 */
function offerOf(
  replaced: ReplacedSubject,
  found: SubjectDetails & { productId: string | null },
  alike: Alike | undefined,
  now: Date,
): AssessedOffer | undefined {
  if (alike === undefined) return undefined
  const { origin, purpose } = replaced
  const independent = independence(origin, backendKeys(found))
  const replacement = canStandIn(independent) ? replacementBy(purpose, purposeOf(found)) : null
  if (replacement === null) return undefined
  const assessment = assessCandidate(found, now)
  const { id, score } = found
  return {
    id,
    similarity: shownProbability(similarityWith(alike, replacement)),
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

function isUsable({ verdict, assessment }: AssessedOffer): boolean {
  return verdict !== 'down' && assessment.recommendation !== 'avoid'
}

function alternativeOf(
  { replaced, found, similarity, assessment, independent }: AssessedOffer,
  products: Products,
): Alternative {
  return {
    ...candidateOf(found, similarity, assessment, products),
    replaces: replaced.id,
    similarity,
    ...argumentsFit(replaced.inputSchema, found.inputSchema),
    independent,
  }
}

export const alternativesEndpoint = defineEndpoint('alternatives', alternatives)
