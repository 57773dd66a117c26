import { formatCount } from '../format'
import { fixed, sentence } from './sentence'

interface Counted {
  /** Tools and servers that a category lists, and those of them that work now. */
  tracked: number
  working: number
}

const EXAMPLE: Counted = { tracked: 9, working: 5 }

/** How many a category lists, and how many of them work. */
export const CATEGORY_COUNTS = {
  noneWorks: fixed('Nothing is listed: preview picture.', 'No tool is listed yet'),
  working: sentence(
    'Preview picture.',
    EXAMPLE,
    ({ tracked, working }) =>
      `${formatCount(working)} of ${formatCount(tracked)} ${tracked === 1 ? 'MCP tool works' : 'MCP tools work'} now`,
  ),
  noneTracked: fixed('Nothing is listed: description of the page.', 'No tool is listed in this category yet.'),
  tracked: sentence(
    'Description of the page.',
    EXAMPLE,
    ({ tracked, working }) => `${formatCount(tracked)} ${trackedNoun(tracked)}, ${formatCount(working)} working now.`,
  ),
  noun: sentence('After the number of tools.', EXAMPLE, ({ tracked }) => trackedNoun(tracked)),
} as const

function trackedNoun(tracked: number): string {
  return tracked === 1 ? 'tool tracked' : 'tools tracked'
}
