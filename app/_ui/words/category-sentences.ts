import { formatCount } from '../format'

export interface Counted {
  /** Tools and servers that a category lists, and those of them that work now. */
  tracked: number
  working: number
}

/** How many a category lists, and how many of them work. */
export const CATEGORY_COUNTS = {
  noneWorks: 'No tool is listed yet',
  working: ({ tracked, working }: Counted) =>
    `${formatCount(working)} of ${formatCount(tracked)} ${tracked === 1 ? 'MCP tool works' : 'MCP tools work'} now`,
  noneTracked: 'No tool is listed in this category yet.',
  tracked: ({ tracked, working }: Counted) =>
    `${formatCount(tracked)} ${trackedNoun(tracked)}, ${formatCount(working)} working now.`,
  noun: trackedNoun,
} as const

function trackedNoun(tracked: number): string {
  return tracked === 1 ? 'tool tracked' : 'tools tracked'
}
