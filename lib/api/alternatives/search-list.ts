import { isApiError } from '../../contract/errors'
import { backendKeys, canStandIn, independence } from '../../search/alternatives/independence'
import { LEAST_SIMILARITY } from '../../search/alternatives/order-alternatives'
import { purposeOf } from '../../search/alternatives/purpose'
import { replacementBy, similarityWith } from '../../search/alternatives/replacement'
import { mostOf } from '../../search/alternatives/similarity'
import type { AlternativeList, ListedAlternative } from '../../store/alternatives/alternative-lists'
import { listSubjectDetails } from '../../store/catalog/candidates'
import type { Context } from '../context'
import { shownProbability } from '../find-candidates'
import { productMembers } from '../product-directory'
import { type DescribedSubject, getDescribed } from './replaced-subjects'

/** Results considered before any is left out, so that a tool with many forks still has alternatives. */
const CONSIDERED = 200
/** Alternatives kept: so many that some are left where others are down, and that a caller's limit seldom cuts. */
const KEPT = 20
/** More than rounding adds to a similarity. */
const ROUNDED_BY = 0.001

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
  { described, origin, purpose }: DescribedSubject,
  { db, finder, products }: Context,
): Promise<ListedAlternative[]> {
  // What differs only lessens a similarity.
  const found = await finder.alike(described, CONSIDERED, LEAST_SIMILARITY - ROUNDED_BY)
  const byId = new Map(found.map((one) => [one.id, one]))
  const [subjects, resolved] = [await listSubjectDetails(db, [...byId.keys()]), await products.current()]
  const same = subjects.flatMap((one): ListedAlternative[] => {
    const { productId } = productMembers(resolved, one.serverKey)
    const alike = byId.get(one.id)
    if (alike === undefined || shownProbability(mostOf(alike)) < LEAST_SIMILARITY) return []
    if (!canStandIn(independence(origin, backendKeys({ ...one, productId })))) return []
    const replacement = replacementBy(purpose, purposeOf(one))
    if (replacement === null) return []
    const similarity = shownProbability(similarityWith(alike, replacement))
    return [{ id: one.id, similarity, inOtherProduct: replacement.inOtherProduct }]
  })
  return same
    .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, KEPT)
}
