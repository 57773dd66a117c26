import { formatCount } from '../format'

interface Counted {
  /** Tools and servers that a category lists, and those of them that work now. */
  tracked: number
  healthy: number
}

/** "5 of 9 MCP tools work now", for pictures and what describes them. */
export function workingShareText({ tracked, healthy }: Counted): string {
  if (tracked === 0) return 'No tool is listed yet'
  return `${formatCount(healthy)} of ${formatCount(tracked)} ${tracked === 1 ? 'MCP tool works' : 'MCP tools work'} now`
}

/** "9 tools tracked, 5 working now.", for the description of a page. */
export function trackedText({ tracked, healthy }: Counted): string {
  if (tracked === 0) return 'No tool is listed in this category yet.'
  return `${formatCount(tracked)} ${trackedNoun(tracked)}, ${formatCount(healthy)} working now.`
}

/** What follows the number of tools. */
export function trackedNoun(tracked: number): string {
  return tracked === 1 ? 'tool tracked' : 'tools tracked'
}
