import { canStandIn, type Independence, independence, sharesBackend } from '../alternatives/independence'
import { isOtherAct } from '../alternatives/replacement'
import { readsAndChanges } from '../request/acts'
import {
  compareOptions,
  isAvoided,
  isOfOneKind,
  isWithheld,
  meets,
  type RouteConstraints,
  type RouteOption,
  setback,
} from './route-option'

/**
 * A wrong tool called costs as much as this many refusals: the caller acts on it, and a refusal still lists near
 * misses.
 */
const WRONG_COSTS_REFUSALS = 3

/**
 * A result is a confident match from this probability on: calling it then costs at most what a refusal costs,
 * (1 - p) * `WRONG_COSTS_REFUSALS` <= 1.
 */
export const CONFIDENT_AT = 1 - 1 / WRONG_COSTS_REFUSALS

/**
 * Options whose relevance differs by at most this fit equally well, and their state decides: the ranking is no more
 * precise.
 */
const EQUAL_FIT_WITHIN = 0.05

/**
 * How much likelier to fit, in probability, a fallback on the chosen one's own host must be to rank before one
 * elsewhere.
 */
const OTHER_HOST_ADVANTAGE = 0.1

/** Most tools named that fit but cannot be used now, and most whose alternatives may take their place. */
export const MOST_UNAVAILABLE = 3

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
  /**
   * Relevance of the chosen option, 0-1; where none was chosen, of the likeliest option that meets the constraints or
   * is unavailable, 0: none is. At least `CONFIDENT_AT` if and only if one was chosen or the first step has an
   * unavailable one.
   */
  confidence: number
}

/** Ids of what is listed among the alternatives of an option. */
export type AlternativesOf = (id: string) => ReadonlySet<string>

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
 * What is down or to be avoided is neither chosen nor a fallback. The place of the best takes what fits equally well
 * and does not do something else; else a confident match that is listed among the alternatives of one of these; else
 * any that fits equally well. Where there is none, nothing is chosen, and `unavailable` has what fits. Nothing fits as
 * well as what the task names by its id (`isNamed`), and nothing takes its place, unless the caller excludes it by its
 * id; of several that it names, those are meant that meet the constraints.
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

/** What a caller's constraints leave of the options. */
interface Left {
  options: readonly RouteOption[]
  /** What fits best but does not meet the constraints; the best fit first. */
  withheld: readonly RouteOption[]
}

/**
 * Where the constraints exclude the best fit, what is left is no answer to the task only because it is left: `send an
 * e-mail` for a caller with `readOnlyOnly` does not mean `search_mail`.
 */
function withinConstraints(
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

/** Of what fits equally well and can be used: whether it may be preferred to the best for its state. */
function isPreferred(one: RouteOption, best: RouteOption): boolean {
  if (isAvoided(best)) return isBothNamed(one, best) || !isOtherAct(one.act, best.act)
  return one.callable !== null && isComparable(best, one)
}

/** Whether one may stand beside another that fits equally well: of one kind, or both named by the task. */
function isComparable(one: RouteOption, other: RouteOption): boolean {
  return isBothNamed(one, other) || isOfOneKind(one, other)
}

function isBothNamed(one: RouteOption, other: RouteOption): boolean {
  return isNamed(one) && isNamed(other)
}

/**
 * Those whose alternatives may take their place: none where another that fits equally well does not do something else.
 */
function toReplace(equal: readonly RouteOption[]): RouteOption[] {
  const [best] = equal
  if (best === undefined || isNamed(best) || !isAvoided(best)) return []
  const isReplaced = equal.some((one) => !isAvoided(one) && isPreferred(one, best))
  return isReplaced ? [] : equal.filter(isAvoided).slice(0, MOST_UNAVAILABLE)
}

/**
 * What the task names by its id; else the confident matches that fit within `EQUAL_FIT_WITHIN` of the best. The best
 * first.
 */
function equallyFit(options: readonly RouteOption[]): RouteOption[] {
  const confident = onlyNamed(options.filter(isConfident))
  const best = bestRelevance(confident)
  return confident.filter(({ relevance }) => isWithin(best, relevance)).sort(byRelevance)
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
  const chain = chosen === null ? nearMisses(own, unavailable[0], rest) : fallbackChain(chosen, own, rest)
  return {
    chosen,
    fallbacks: [...chain.map((fallback) => ({ ...fallback, step: 1 })), ...later],
    unavailable: choices
      .flatMap((choice, index) => choice.unavailable.map((option) => ({ option, step: index + 1 })))
      .slice(0, MOST_UNAVAILABLE),
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

/** Options that could replace the chosen one, each of another backend, in the order to try them. */
function fallbackChain(chosen: RouteOption, options: readonly RouteOption[], limit: number) {
  const candidates = withoutAvoided(options).flatMap((option) => {
    const independent = independence(chosen.origin, option.origin)
    if (!isConfident(option) || !canStandIn(independent) || isOtherAct(option.act, chosen.act)) return []
    const relevance = Math.max(0, option.relevance - (independent.host ? 0 : OTHER_HOST_ADVANTAGE))
    return [{ option, independent, compared: { ...option, relevance } }]
  })
  return distinctBackends(inOrder(candidates), limit).map(({ option, independent }) => ({ option, independent }))
}

/**
 * What comes near, in the order to try; where something fits but is unavailable, what fits too and does nothing else.
 */
function nearMisses(options: readonly RouteOption[], fits: RouteOption | undefined, limit: number) {
  const near = withoutAvoided(options).filter(
    (one) => fits === undefined || (isConfident(one) && !isOtherAct(one.act, fits.act)),
  )
  const candidates = near.map((option) => ({ option, independent: null, compared: option }))
  return distinctBackends(inOrder(candidates), limit).map(({ option }) => ({ option, independent: null }))
}

/** In the order to try: in bands of equal fit, within each of them by state. */
function inOrder<Entry extends { compared: RouteOption }>(entries: readonly Entry[]): Entry[] {
  const bands: Entry[][] = []
  for (const entry of entries.toSorted((a, b) => byRelevance(a.compared, b.compared))) {
    const band = bands.at(-1)
    if (band?.[0] !== undefined && isWithin(band[0].compared.relevance, entry.compared.relevance)) band.push(entry)
    else bands.push([entry])
  }
  return bands.flatMap((band) => band.sort((a, b) => compareOptions(a.compared, b.compared)))
}

function withoutAvoided(options: readonly RouteOption[]): RouteOption[] {
  return options.filter((option) => !isAvoided(option))
}

function isConfident({ relevance }: RouteOption): boolean {
  return relevance >= CONFIDENT_AT
}

function isNamed({ isNamed = false }: RouteOption): boolean {
  return isNamed
}

/** What the task names by its id; where it names none of these, all of them. */
function onlyNamed(options: readonly RouteOption[]): RouteOption[] {
  const named = options.filter(isNamed)
  return named.length > 0 ? named : [...options]
}

/** Relevance has three decimals, and so has the difference. */
function isWithin(best: number, relevance: number): boolean {
  return Math.round((best - relevance) * 1000) <= EQUAL_FIT_WITHIN * 1000
}

/** Total: equal options are ordered by id. */
function byRelevance(a: RouteOption, b: RouteOption): number {
  return b.relevance - a.relevance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The first of each backend: two tools of one server fail together. */
function distinctBackends<Entry extends { option: RouteOption }>(ordered: readonly Entry[], limit: number): Entry[] {
  const taken: Entry[] = []
  for (const entry of ordered) {
    if (taken.length >= limit) break
    if (!taken.some(({ option }) => sharesBackend(option.origin, entry.option.origin))) taken.push(entry)
  }
  return taken
}

function bestRelevance(options: readonly RouteOption[]): number {
  return options.reduce((best, { relevance }) => Math.max(best, relevance), 0)
}
