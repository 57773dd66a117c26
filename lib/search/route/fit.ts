import { isOtherAct } from '../alternatives/replacement'
import { isAvoided, isOfOneKind, type RouteOption } from './route-option'

/**
 * A wrong tool called costs as much as this many refusals: the caller acts on it, and a refusal still lists
 * candidates.
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

/** Most tools named that fit but cannot be used now, and most whose alternatives may take their place. */
export const MOST_UNAVAILABLE = 3

/**
 * What the task names by its id; else the confident matches that fit within `EQUAL_FIT_WITHIN` of the best. The best
 * first.
 */
export function equallyFit(options: readonly RouteOption[]): RouteOption[] {
  const confident = onlyNamed(options.filter(isConfident))
  const best = bestRelevance(confident)
  return confident.filter(({ relevance }) => isWithin(best, relevance)).sort(byRelevance)
}

/** Of what fits equally well and can be used: whether it may be preferred to the best for its state. */
export function isPreferred(one: RouteOption, best: RouteOption): boolean {
  if (isAvoided(best)) return isBothNamed(one, best) || !isOtherAct(one.act, best.act)
  return one.callable !== null && isComparable(best, one)
}

/** Whether one may stand beside another that fits equally well: of one kind, or both named by the task. */
export function isComparable(one: RouteOption, other: RouteOption): boolean {
  return isBothNamed(one, other) || isOfOneKind(one, other)
}

function isBothNamed(one: RouteOption, other: RouteOption): boolean {
  return isNamed(one) && isNamed(other)
}

/**
 * Those whose alternatives may take their place: none where another that fits equally well does not do something else.
 */
export function toReplace(equal: readonly RouteOption[]): RouteOption[] {
  const [best] = equal
  if (best === undefined || isNamed(best) || !isAvoided(best)) return []
  const isReplaced = equal.some((one) => !isAvoided(one) && isPreferred(one, best))
  return isReplaced ? [] : equal.filter(isAvoided).slice(0, MOST_UNAVAILABLE)
}

export function isConfident({ relevance }: RouteOption): boolean {
  return relevance >= CONFIDENT_AT
}

export function isNamed({ isNamed = false }: RouteOption): boolean {
  return isNamed
}

/** What the task names by its id; where it names none of these, all of them. */
export function onlyNamed(options: readonly RouteOption[]): RouteOption[] {
  const named = options.filter(isNamed)
  return named.length > 0 ? named : [...options]
}

/** Relevance has three decimals, and so has the difference. */
export function isWithin(best: number, relevance: number): boolean {
  return Math.round((best - relevance) * 1000) <= EQUAL_FIT_WITHIN * 1000
}

/** Total: equal options are ordered by id. */
export function byRelevance(a: RouteOption, b: RouteOption): number {
  return b.relevance - a.relevance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

export function bestRelevance(options: readonly RouteOption[]): number {
  return options.reduce((best, { relevance }) => Math.max(best, relevance), 0)
}
export function withoutAvoided(options: readonly RouteOption[]): RouteOption[] {
  return options.filter((option) => !isAvoided(option))
}
