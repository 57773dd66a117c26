import { formatCount } from '../format'

interface Counted {
  /** Tools and servers that a category lists, and those of them that work now. */
  tracked: number
  working: number
}

/** How many a category lists, and how many of them work. */
export const CATEGORY_COUNTS = {
  /** For pictures and what describes them. */
  working: ({ tracked, working }: Counted) =>
    tracked === 0
      ? 'No tool is listed yet'
      : `${formatCount(working)} of ${formatCount(tracked)} ${tracked === 1 ? 'MCP tool works' : 'MCP tools work'} now`,
  /** For the description of a page. */
  tracked: ({ tracked, working }: Counted) =>
    tracked === 0
      ? 'No tool is listed in this category yet.'
      : `${formatCount(tracked)} ${trackedNoun(tracked)}, ${formatCount(working)} working now.`,
  noun: trackedNoun,
} as const

function trackedNoun(tracked: number): string {
  return tracked === 1 ? 'tool tracked' : 'tools tracked'
}
