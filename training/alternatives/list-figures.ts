import { type MeasuredTool, WOULD_DO_FROM } from './train-pairs'

/** What the lists of graded tools are worth, 0-1 each; null: there is nothing to divide by. */
export interface ListFigures {
  /** Of tools that have a graded candidate that would do: how many list one. */
  recall: number | null
  /** Of listed and graded ones among the first, and the first five: how many would do. */
  precision1: number | null
  precision5: number | null
  emptyShare: number
  ungradedShare1: number
}

interface GradedList {
  listed: readonly { grade: number | null }[]
  hasOne: boolean
}

export function listFigures(lists: readonly GradedList[]): ListFigures {
  const would = ({ grade }: { grade: number | null }) => grade !== null && grade >= WOULD_DO_FROM
  const precision = (first: number) => {
    const graded = lists.flatMap(({ listed }) => listed.slice(0, first)).filter(({ grade }) => grade !== null)
    return share(graded.filter(would).length, graded.length)
  }
  const able = lists.filter(({ hasOne }) => hasOne)
  const firsts = lists.flatMap(({ listed }) => listed.slice(0, 1))
  return {
    recall: share(able.filter(({ listed }) => listed.some(would)).length, able.length),
    precision1: precision(1),
    precision5: precision(5),
    emptyShare: share(lists.filter(({ listed }) => listed.length === 0).length, lists.length) ?? 0,
    ungradedShare1: share(firsts.filter(({ grade }) => grade === null).length, firsts.length) ?? 0,
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000
}

/** The list of each tool by these probabilities: from `floor` on, the surest first. */
export function listsBy(
  tools: readonly (MeasuredTool & { hasOne: boolean })[],
  probabilityOf: (pair: MeasuredTool['pairs'][number]) => number,
  floor: number,
): GradedList[] {
  return tools.map(({ pairs, hasOne }) => {
    const listed = pairs.filter((pair) => probabilityOf(pair) >= floor)
    return { listed: listed.sort((a, b) => probabilityOf(b) - probabilityOf(a)), hasOne }
  })
}
