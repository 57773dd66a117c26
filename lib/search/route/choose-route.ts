import { canStandIn, type Independence, independence, sharesBackend } from '../alternatives/independence'
import { compareOptions, isAvoided, meets, type RouteConstraints, type RouteOption, setback } from './route-option'

/** A wrong tool called costs as much as this many refusals: the caller acts on it, and a refusal still lists near misses. */
const WRONG_COSTS_REFUSALS = 3

/**
 * A result is a confident match from this probability on: calling it then costs at most what a refusal costs,
 * (1 - p) * `WRONG_COSTS_REFUSALS` <= 1.
 */
export const CONFIDENT_AT = 1 - 1 / WRONG_COSTS_REFUSALS

/** An option fits when it is at least half as likely to as the best one: below that, something else is meant. */
const FITS_SHARE = 0.5

/** Options of one group at least this share as likely to fit as its best fit alike: of these the one likeliest to succeed is chosen. */
const ALIKE_SHARE = 0.95

/** How much likelier to fit, in probability, a fallback on the chosen one's own host must be to rank before one elsewhere. */
const OTHER_HOST_ADVANTAGE = 0.1

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
   * Relevance of the chosen option, 0-1; where none was chosen, of the likeliest option that meets the constraints, 0: none does. At least
   * `CONFIDENT_AT` if and only if one was chosen.
   */
  confidence: number
}

/**
 * What to call for a task, and the alternatives. `whole` are the options for all of the task; `steps` those for each step of it, empty for a
 * task of one step. Options that do not meet the constraints are left out. The order of the others:
 *
 * 1. Fit: only options at least half as likely to fit as the best (`FITS_SHARE`), and a confident match, can be chosen. Near misses are
 *    shown in the same two groups.
 * 2. Whether it can be called and works (`setback`): what works as agreed, then what broke its contract, then what is down or to be
 *    avoided, then what the catalog declares no way to call. A later group is chosen from only where nothing of an earlier one fits.
 * 3. Of those that fit alike (`ALIKE_SHARE`) the probability that a call succeeds (`expectedSuccess`): that it fits, is up, admits a caller without credentials, has a known input
 *    schema, and works by its score or its outcomes; of equals the better verdict, score and at last the id decide.
 *
 * Where every step has a choice of its own, no two of them the same tool, the first step's is chosen and the others' come last among the
 * fallbacks. Otherwise, and where one tool of no worse a group fits the whole better than each of those fits its step, the task is taken as
 * one step. What is down or to be avoided is never among the fallbacks.
 */
export function chooseRoute(
  whole: readonly RouteOption[],
  steps: readonly (readonly RouteOption[])[],
  constraints: RouteConstraints,
  limit: number,
): Route {
  const left = whole.filter((option) => meets(option, constraints))
  const leftOfSteps = steps.map((options) => options.filter((option) => meets(option, constraints)))
  const choices = leftOfSteps.flatMap(
    (options, index) => chooseOne(index === 0 ? options : withoutAvoided(options)) ?? [],
  )
  const ids = new Set(choices.map(({ id }) => id))
  const one = chooseOne(left)
  const doesAll = one !== undefined && !ids.has(one.id) && isBetterThanEach(one, choices)
  const isPlan = steps.length > 1 && ids.size === steps.length && !doesAll
  return isPlan ? planOf(choices, leftOfSteps[0] ?? [], limit) : routeOf(one, left, limit)
}

function routeOf(chosen: RouteOption | undefined, options: readonly RouteOption[], limit: number): Route {
  const nearMisses = () =>
    distinctBackends(
      fittingFirst(withoutAvoided(options)).map((option) => ({ option, independent: null })),
      limit,
    )
  const fallbacks = chosen === undefined ? nearMisses() : fallbackChain(chosen, options, limit)
  return {
    chosen: chosen ?? null,
    fallbacks: fallbacks.map((fallback) => ({ ...fallback, step: 1 })),
    confidence: chosen?.relevance ?? bestRelevance(options),
  }
}

/** The choices of all steps; the rest of `limit` goes to fallbacks of the first. */
function planOf(choices: readonly RouteOption[], firstOptions: readonly RouteOption[], limit: number): Route {
  const [chosen, ...further] = choices
  if (chosen === undefined) return { chosen: null, fallbacks: [], confidence: 0 }
  const later = further.slice(0, limit).map((option, index) => ({
    option,
    independent: independence(chosen.origin, option.origin),
    step: index + 2,
  }))
  const planned = new Set(further.map(({ id }) => id))
  const own = firstOptions.filter(({ id }) => !planned.has(id))
  const chain = fallbackChain(chosen, own, limit - later.length).map((fallback) => ({ ...fallback, step: 1 }))
  return { chosen, fallbacks: [...chain, ...later], confidence: chosen.relevance }
}

function chooseOne(options: readonly RouteOption[]): RouteOption | undefined {
  const confident = fitting(options).filter(({ relevance }) => relevance >= CONFIDENT_AT)
  const least = Math.min(...confident.map(setback))
  const group = confident.filter((option) => setback(option) === least)
  const equal = ALIKE_SHARE * bestRelevance(group)
  return group.filter(({ relevance }) => relevance >= equal).sort(compareOptions)[0]
}

/** Options that fit and could replace the chosen one, each of another backend, in the order to try them. */
function fallbackChain(chosen: RouteOption, options: readonly RouteOption[], limit: number) {
  const candidates = withoutAvoided(fitting(options)).flatMap((option) => {
    const independent = independence(chosen.origin, option.origin)
    if (!canStandIn(independent)) return []
    const relevance = Math.max(0, option.relevance - (independent.host ? 0 : OTHER_HOST_ADVANTAGE))
    return [{ option, independent, compared: { ...option, relevance } }]
  })
  const ordered = candidates.sort((a, b) => compareOptions(a.compared, b.compared))
  return distinctBackends(ordered, limit).map(({ option, independent }) => ({ option, independent }))
}

function withoutAvoided(options: readonly RouteOption[]): RouteOption[] {
  return options.filter((option) => !isAvoided(option))
}

/** Of no worse a group than the worst of the choices, and fitting its task better than each of them fits its step. */
function isBetterThanEach(one: RouteOption, choices: readonly RouteOption[]): boolean {
  const worst = Math.max(...choices.map(setback))
  return setback(one) <= worst && choices.every(({ relevance }) => relevance < one.relevance)
}

function fitting(options: readonly RouteOption[]): RouteOption[] {
  const least = FITS_SHARE * bestRelevance(options)
  return options.filter(({ relevance }) => relevance >= least)
}

/** In the order to try, but what does not fit after all that does. */
function fittingFirst(options: readonly RouteOption[]): RouteOption[] {
  const fit = new Set(fitting(options))
  const rest = options.filter((option) => !fit.has(option))
  return [...[...fit].sort(compareOptions), ...rest.sort(compareOptions)]
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
