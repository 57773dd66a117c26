import { type Independence, independence } from '../alternatives/independence'
import { nearest } from './candidates'
import { fallbackChain, standIns } from './fallbacks'
import {
  bestRelevance,
  byRelevance,
  equallyFit,
  isComparable,
  isConfident,
  isNamed,
  isPreferred,
  MOST_UNAVAILABLE,
  onlyNamed,
  toReplace,
  withoutAvoided,
} from './fit'
import { type AlternativesOf, type Left, withinConstraints } from './route-constraints'
import { compareOptions, isAvoided, meets, type RouteConstraints, type RouteOption, setback } from './route-option'

export interface Fallback {
  option: RouteOption
  /** Compared with the chosen one; null where nothing was chosen. */
  independent: Independence | null
  /** The step of the task it is for, from 1. */
  step: number
}

export interface Route {
  chosen: RouteOption | null
  fallbacks: Fallback[]
  /**
   * What fits but is down or to be avoided, or does not meet the constraints (`isWithheld`), where nothing takes its
   * place: by step, the best fit first, at most `MOST_UNAVAILABLE`.
   */
  unavailable: Pick<Fallback, 'option' | 'step'>[]
  /** Where nothing is confident: what comes near within the constraints (`nearest`), usable or not. */
  near: RouteOption[]
  /**
   * Relevance of the chosen option, 0-1; where none was chosen, of the likeliest option that meets the constraints or
   * is unavailable, 0: none is. At least `CONFIDENT_AT` if and only if one was chosen or the first step has an
   * unavailable one.
   */
  confidence: number
}

/**
 * What to call for a task, and the alternatives. `whole` are the options for all of the task; `steps` those for each
 * step of it, empty for a task of one step. Options that do not meet the constraints are left out; where the best fit
 * is one of these, so is what does something else (`standsInFor`). The order of the others:
 *
 * 1. Fit: only a confident match can be chosen, and of these only what fits within `EQUAL_FIT_WITHIN` of the best.
 * 2. Of those that fit equally well, what can be called and is of one kind with the best (`isOfOneKind`), where there
 *    is such a one; then what works as agreed before what broke its contract (`setback`); then the probability that a
 *    call succeeds (`expectedSuccess`): that it fits, is up, admits a caller without credentials, has a known input
 *    schema, and works by its score or its outcomes; of equals the better verdict, score and at last the id decide.
 *
 * What is down or to be avoided is neither chosen nor a fallback; without a confident match there is none. The place
 * of the best takes what fits equally well and does not do something else; else a confident match that is listed among
 * the alternatives of one of these; else any that fits equally well. Where there is none, nothing is chosen, and
 * `unavailable` has what fits. Nothing fits as well as what the task names by its id (`isNamed`), and nothing takes its
 * place, unless the caller excludes it by its id; of several that it names, those are meant that meet the constraints.
 *
 * Where every step has something that fits, no two of them the same tool, the first step's choice is chosen and the
 * others' come last among the fallbacks. Otherwise, and where one tool of no worse a `setback` fits the whole better
 * than each of those fits its step, the task is taken as one step. A fallback of a chosen option is a confident match
 * too, and does not do something else (`isOtherAct`).
 */
export function chooseRoute(
  whole: readonly RouteOption[],
  steps: readonly (readonly RouteOption[])[],
  constraints: RouteConstraints,
  limit: number,
  alternativesOf: AlternativesOf,
): Route {
  const [left = { options: [], withheld: [] }, ...leftOfSteps] = [whole, ...steps].map((options) =>
    withinConstraints(options, constraints, alternativesOf),
  )
  const [one, ...choices] = [left, ...leftOfSteps].map((some) => choiceOf(some, alternativesOf))
  const first = leftOfSteps[0]
  if (first !== undefined && isPlan(choices) && !(one !== undefined && doesAll(one, choices)))
    return routeOf(choices, first.options, limit)
  return routeOf(one === undefined ? [] : [one], left.options, limit)
}

/** Ids of the options whose alternatives `chooseRoute` asks for. */
export function idsToReplace(lists: readonly (readonly RouteOption[])[], constraints: RouteConstraints): Set<string> {
  const replaced = lists.flatMap((options) => {
    const [meant] = equallyFit(options)
    if (meant === undefined) return []
    const left = options.filter((one) => meets(one, constraints))
    const others = meets(meant, constraints) || !left.some(isConfident) ? [] : [meant]
    return [...others, ...toReplace(equallyFit(left))]
  })
  return new Set(replaced.map(({ id }) => id))
}

/**
 * What was found for one step: its choice, else what fits but is unavailable, the best fit first; neither: nothing
 * fits.
 */
interface Choice {
  option: RouteOption | undefined
  unavailable: readonly RouteOption[]
}

function choiceOf({ options, withheld }: Left, alternativesOf: AlternativesOf): Choice {
  if (withheld.some(isNamed)) return { option: undefined, unavailable: withheld }
  const equal = equallyFit(options)
  const [best] = equal
  const usable = withoutAvoided(equal)
  const preferred = usable.filter((one) => best !== undefined && isPreferred(one, best))
  const confident = withoutAvoided(options.filter(isConfident))
  const replaced = toReplace(equal).map(({ id }) => alternativesOf(id))
  const listed = confident.filter(({ id }) => replaced.some((ids) => ids.has(id)))
  const from = [preferred, equallyFit(listed), usable].find((some) => some.length > 0) ?? []
  const option = [...from].sort(compareOptions)[0]
  const avoided = onlyNamed(options.filter((one) => isConfident(one) && isAvoided(one))).sort(byRelevance)
  const unavailable = [...avoided.filter((one) => isComparable(avoided[0] ?? one, one)), ...withheld]
  return { option, unavailable: option === undefined ? unavailable : [] }
}

/**
 * `choices` are those of the steps, or the one for the whole task; `options` belong to the first of them. What further
 * steps leave of `limit` goes to fallbacks of the first.
 */
function routeOf(choices: readonly Choice[], options: readonly RouteOption[], limit: number): Route {
  const [chosen = null, ...further] = choices.map(({ option }) => option)
  const later = further
    .flatMap((option, index) => (option === undefined ? [] : { option, step: index + 2 }))
    .slice(0, limit)
    .map((one) => ({ ...one, independent: chosen && independence(chosen.origin, one.option.origin) }))
  const planned = new Set(further.map((option) => option?.id))
  const own = options.filter(({ id }) => !planned.has(id))
  const rest = limit - later.length
  const unavailable = choices[0]?.unavailable ?? []
  const chain = chosen === null ? standIns(own, unavailable[0], rest) : fallbackChain(chosen, own, rest)
  return {
    chosen,
    fallbacks: [...chain.map((fallback) => ({ ...fallback, step: 1 })), ...later],
    unavailable: choices
      .flatMap((choice, index) => choice.unavailable.map((option) => ({ option, step: index + 1 })))
      .slice(0, MOST_UNAVAILABLE),
    near: chosen === null && unavailable.length === 0 ? nearest(own) : [],
    confidence: chosen?.relevance ?? bestRelevance([...options, ...unavailable]),
  }
}

/** Whether each of several steps has something of its own that fits, usable or not. */
function isPlan(choices: readonly Choice[]): boolean {
  const ids = new Set(choices.flatMap((choice) => bestOf(choice)?.id ?? []))
  return choices.length > 1 && ids.size === choices.length
}

/**
 * No choice of a step itself, as usable as the worst of these, and fitting its task better than each of them fits its
 * step.
 */
function doesAll({ option: one }: Choice, choices: readonly Choice[]): boolean {
  if (one === undefined) return false
  const worst = Math.max(
    ...choices.map(({ option }) => (option === undefined ? Number.POSITIVE_INFINITY : setback(option))),
  )
  const isBetter = (other: RouteOption | undefined) =>
    other === undefined || (other.id !== one.id && other.relevance < one.relevance)
  return setback(one) <= worst && choices.every((choice) => isBetter(bestOf(choice)))
}

function bestOf({ option, unavailable }: Choice): RouteOption | undefined {
  return option ?? unavailable[0]
}
