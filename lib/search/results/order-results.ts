import { compareWorking, exactRank, type ResultOption } from './result-option'

/** Results whose relevance differs by less fit equally well. */
export const EQUAL_FIT = 0.02
/** Least relevance of what was typed by its id or name. */
export const EXACT_RELEVANCE = 0.99

/**
 * What was typed by its id, then by its name, servers before tools; then the others in bands of equal fit, each from a
 * result down to those less than `EQUAL_FIT` less relevant. Within one of these what works best comes first. What is
 * unsafe comes last, with its own relevance. Before that the relevance in the answer never rises from one result to the
 * next: one that is behind a less relevant result of its band has the relevance of that one.
 */
export function orderResults<Option extends ResultOption>(options: readonly Option[]): Option[] {
  const exact = options
    .filter((option) => option.exact !== null)
    .map((option) => ({ ...option, relevance: Math.max(EXACT_RELEVANCE, option.relevance) }))
    .sort(compareExact)
  const others = options.filter(({ exact, isUnsafe }) => exact === null && !isUnsafe).toSorted(byRelevance)
  const unsafe = options.filter(({ exact, isUnsafe }) => exact === null && isUnsafe).toSorted(byRelevance)
  let least = 1
  const ordered = bandsOf(others).flatMap((band) => band.sort(compareWorking))
  const descending = [...exact, ...ordered].map((option) => {
    least = Math.min(least, option.relevance)
    return { ...option, relevance: least }
  })
  return [...descending, ...unsafe]
}

function byRelevance(a: ResultOption, b: ResultOption): number {
  return b.relevance - a.relevance
}

function compareExact(a: ResultOption, b: ResultOption): number {
  return exactRank(a) - exactRank(b) || Number(a.kind === 'tool') - Number(b.kind === 'tool') || compareWorking(a, b)
}

function bandsOf<Option extends ResultOption>(descending: readonly Option[]): Option[][] {
  const bands: Option[][] = []
  let head = Number.POSITIVE_INFINITY
  for (const option of descending) {
    const band = bands.at(-1)
    // Relevance has three decimals, and so has the difference.
    const isOfBand = Math.round((head - option.relevance) * 1000) < EQUAL_FIT * 1000
    if (band !== undefined && isOfBand) band.push(option)
    else {
      bands.push([option])
      head = option.relevance
    }
  }
  return bands
}
