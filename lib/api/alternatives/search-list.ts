import { isApiError } from '../../contract/errors'
import { worthComparing } from '../../search/alternatives/find-same'
import { backendKeys, canStandIn, independence } from '../../search/alternatives/independence'
import { LEAST_SIMILARITY } from '../../search/alternatives/order-alternatives'
import type { AlternativeList, ListedAlternative } from '../../store/alternatives/alternative-lists'
import { listDocuments } from '../../store/search/search-documents'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { productMembers } from '../product-directory'
import { type DescribedSubject, getDescribed } from './replaced-subjects'

/** Alternatives kept: so many that some are left where others are down, and that a caller's limit seldom cuts. */
const KEPT = 20

/** What does the same as a subject, stored where the catalog has it; searched for where that was not done yet. */
export async function alternativesTo(id: string, context: Context): Promise<readonly ListedAlternative[]> {
  const known = await context.alternatives.find(id)
  if (known !== undefined) return known
  const list = { subjectId: id, alternatives: await searchAlternatives(await getDescribed(id, context), context) }
  await context.alternatives.record([list])
  return list.alternatives
}

/** A list for the job: a subject for which the search fails has an empty one, so that the others have their turn. */
export async function searchList(subjectId: string, context: Context): Promise<AlternativeList> {
  try {
    return { subjectId, alternatives: await searchAlternatives(await getDescribed(subjectId, context), context) }
  } catch (cause) {
    if (isApiError(cause) && cause.code === 'not_ready') throw cause
    // Its rows were deleted meanwhile.
    if (!isApiError(cause)) context.log(`The search for alternatives to ${JSON.stringify(subjectId)} failed.`, cause)
    return { subjectId, alternatives: [] }
  }
}

/** At most `KEPT`, the most similar first. Nothing of it depends on a state. */
async function searchAlternatives(
  { compared, origin }: DescribedSubject,
  { reads: { db }, subjectFacts, finder, products }: Context,
): Promise<ListedAlternative[]> {
  const found = await finder.alike(compared)
  const facts = await subjectFacts.listSubjectFacts(found.map(({ id }) => id))
  const resolved = await products.current()
  const independent = new Set(
    facts.flatMap((one) => {
      const { productId } = productMembers(resolved, one.serverKey)
      return canStandIn(independence(origin, backendKeys({ ...one, productId }))) ? [one.id] : []
    }),
  )
  const worth = worthComparing(found, (id) => independent.has(id))
  const texts = new Map(
    (
      await listDocuments(
        db,
        worth.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const pairs = worth.flatMap((candidate) => {
    const other = texts.get(candidate.id)
    return other === undefined ? [] : [{ candidate, compared: other }]
  })
  const same = await finder.same(compared, pairs)
  return pairs
    .flatMap(({ candidate: { id } }, place): ListedAlternative[] => {
      const one = same[place] ?? null
      return one === null
        ? []
        : [{ id, similarity: shownProbability(one.probability), inOtherProduct: one.inOtherProduct }]
    })
    .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, KEPT)
}
