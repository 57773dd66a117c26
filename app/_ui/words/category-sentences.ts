import { formatCount } from '../format'

interface Counted {
  /** Tools and servers that a category lists, those of them that work now, and those that nobody has checked. */
  tracked: number
  working: number
  unrated: number
}

/** How many a category lists, and how many of them work. */
export const CATEGORY_COUNTS = {
  /** For pictures and what describes them. */
  working: ({ tracked, working }: Pick<Counted, 'tracked' | 'working'>) =>
    tracked === 0
      ? 'No tool is listed yet'
      : `${formatCount(working)} of ${formatCount(tracked)} ${tracked === 1 ? 'MCP tool works' : 'MCP tools work'} now`,
  /** For the description of a page. */
  tracked: ({ tracked, working, unrated }: Counted) =>
    tracked === 0
      ? 'No tool is listed in this category yet.'
      : `${formatCount(tracked)} ${trackedNoun(tracked)}, ${formatCount(working)} working now${unrated === 0 ? '' : `, ${formatCount(unrated)} not rated yet`}.`,
  noun: trackedNoun,
} as const

function trackedNoun(tracked: number): string {
  return tracked === 1 ? 'tool tracked' : 'tools tracked'
}
