import { canStandIn, independence, sharesBackend } from '../alternatives/independence'
import { isOtherAct } from '../alternatives/replacement'
import { byRelevance, isConfident, isWithin, withoutAvoided } from './fit'
import { compareOptions, type RouteOption } from './route-option'

/**
 * How much likelier to fit, in probability, a fallback on the chosen one's own host must be to rank before one
 * elsewhere.
 */
const OTHER_HOST_ADVANTAGE = 0.1

/** Options that could replace the chosen one, each of another backend, in the order to try them. */
export function fallbackChain(chosen: RouteOption, options: readonly RouteOption[], limit: number) {
  const candidates = withoutAvoided(options).flatMap((option) => {
    const independent = independence(chosen.origin, option.origin)
    if (!isConfident(option) || !canStandIn(independent) || isOtherAct(option.act, chosen.act)) return []
    const relevance = Math.max(0, option.relevance - (independent.host ? 0 : OTHER_HOST_ADVANTAGE))
    return [{ option, independent, compared: { ...option, relevance } }]
  })
  return distinctBackends(inOrder(candidates), limit).map(({ option, independent }) => ({ option, independent }))
}

/** What fits besides one that is unavailable, and does nothing else, in the order to try; nothing where none fits. */
export function standIns(options: readonly RouteOption[], fits: RouteOption | undefined, limit: number) {
  const near = fits === undefined ? [] : withoutAvoided(options)
  const candidates = near
    .filter((one) => isConfident(one) && !isOtherAct(one.act, fits?.act ?? null))
    .map((option) => ({ option, independent: null, compared: option }))
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

/** The first of each backend: two tools of one server fail together. */
function distinctBackends<Entry extends { option: RouteOption }>(ordered: readonly Entry[], limit: number): Entry[] {
  const taken: Entry[] = []
  for (const entry of ordered) {
    if (taken.length >= limit) break
    if (!taken.some(({ option }) => sharesBackend(option.origin, entry.option.origin))) taken.push(entry)
  }
  return taken
}
