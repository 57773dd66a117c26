import type { Context } from '../../api/context'
import { findAlternatives } from '../../api/operations/alternatives'
import { productMembers } from '../../api/product-directory'
import { isApiError } from '../../contract/errors'
import type { AlternativeList } from '../../store/alternatives/alternative-lists'
import { type FoundAlternatives, recordAlternatives } from '../sql/alternatives'
import { parameterChanges } from './parameter-changes'
import { standsApart } from './stands-apart'

/** Kept of the tools that are found: servers among the first ones are no tool to call. */
const KEPT = 3
const CONSIDERED = 2 * KEPT

/** Stores what of these lists, which are not stored yet, the bundle gives its readers. */
export async function recordBundled(lists: readonly AlternativeList[], context: Context): Promise<void> {
  const listOf = new Map(lists.map(({ subjectId, alternatives }) => [subjectId, alternatives]))
  const reading = Object.assign(Object.create(context) as Context, {
    alternatives: { find: async (id: string) => listOf.get(id) ?? context.alternatives.find(id) },
  })
  const subjects = await context.subjectFacts.listSearchFacts([...listOf.keys()])
  const found: FoundAlternatives[] = []
  for (const { id, kind } of subjects)
    if (kind === 'tool') found.push({ toolId: id, alternatives: await bundled(id, reading) })
  await recordAlternatives(context.db, found)
}

/** A tool for which this fails is stored without alternatives, so that the others have their turn. */
async function bundled(toolId: string, context: Context): Promise<FoundAlternatives['alternatives']> {
  try {
    const { alternatives } = await findAlternatives(toolId, CONSIDERED, context, { forPages: true })
    const usable = alternatives.flatMap((one) => {
      const changes = one.kind === 'tool' ? parameterChanges(one) : null
      return changes === null ? [] : [{ toolId: one.toolId, changes }]
    })
    return await withApart(toolId, usable.slice(0, KEPT), context)
  } catch (cause) {
    if (isApiError(cause) && cause.code === 'not_ready') throw cause
    // Its rows were deleted meanwhile.
    if (!isApiError(cause)) context.log(`The alternatives to ${JSON.stringify(toolId)} cannot be bundled.`, cause)
    return []
  }
}

/** The alternatives, each marked where it is known to be apart from the tool. */
async function withApart(
  toolId: string,
  found: FoundAlternatives['alternatives'],
  { subjectFacts, products }: Context,
): Promise<FoundAlternatives['alternatives']> {
  if (found.length === 0) return found
  const [details, resolved] = [
    await subjectFacts.listSubjectFacts([toolId, ...found.map((one) => one.toolId)]),
    await products.current(),
  ]
  const facts = new Map(
    details.map((one) => [one.id, { ...one, productId: productMembers(resolved, one.serverKey).productId }]),
  )
  const origin = facts.get(toolId)
  return found.map((one) => {
    const other = facts.get(one.toolId)
    const isApart = origin !== undefined && other !== undefined && standsApart(origin, other)
    return isApart ? { ...one, changes: { ...one.changes, apart: true } } : one
  })
}
