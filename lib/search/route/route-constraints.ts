import { isOtherAct } from '../alternatives/replacement'
import { readsAndChanges } from '../request/acts'
import { byRelevance, equallyFit, isComparable, isConfident, isNamed, isWithin, onlyNamed } from './fit'
import { isWithheld, meets, type RouteConstraints, type RouteOption } from './route-option'

/** Ids of what is listed among the alternatives of an option. */
export type AlternativesOf = (id: string) => ReadonlySet<string>

/** What a caller's constraints leave of the options. */
export interface Left {
  options: readonly RouteOption[]
  /** What fits best but does not meet the constraints; the best fit first. */
  withheld: readonly RouteOption[]
}

/**
 * Where the constraints exclude the best fit, what is left is no answer to the task only because it is left: `send an
 * e-mail` for a caller with `readOnlyOnly` does not mean `search_mail`.
 */
export function withinConstraints(
  found: readonly RouteOption[],
  constraints: RouteConstraints,
  alternativesOf: AlternativesOf,
): Left {
  // Of several that the task names, as the tools of a server, those are meant that this caller may use.
  const isMeant = found.some((one) => isNamed(one) && meets(one, constraints))
  const options = isMeant ? found.filter((one) => !isNamed(one) || meets(one, constraints)) : found
  const left = options.filter((one) => meets(one, constraints))
  const [meant] = equallyFit(options)
  if (meant === undefined || meets(meant, constraints)) return { options: left, withheld: [] }
  const listed = alternativesOf(meant.id)
  const mayChange = constraints.readOnlyOnly && !meant.readOnly
  const withheld = onlyNamed(options.filter((one) => isConfident(one) && isWithheld(one, constraints))).sort(
    byRelevance,
  )
  return {
    options: left.filter((one) => !isConfident(one) || listed.has(one.id) || standsInFor(one, meant, mayChange)),
    withheld: withheld.filter((one) => isComparable(withheld[0] ?? one, one)),
  }
}

/**
 * Whether what fits may be preferred to a better fit that the constraints exclude: not where it does something else by
 * their names, unless it fits as well. Where that `mayChange` something and of one of them it is not known what it
 * does, it must fit as well.
 */
function standsInFor(one: RouteOption, meant: RouteOption, mayChange: boolean): boolean {
  if (isWithin(meant.relevance, one.relevance))
    return one.act === null || meant.act === null || !readsAndChanges(one.act, meant.act)
  const isUnknown = one.act === null || meant.act === null
  return !isOtherAct(one.act, meant.act) && !(mayChange && isUnknown)
}
