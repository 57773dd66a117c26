import { CATEGORY_COUNTS, type Counted } from './category-sentences'

/** "5 of 9 MCP tools work now", for pictures and what describes them. */
export function workingShareText(counted: Counted): string {
  return counted.tracked === 0 ? CATEGORY_COUNTS.noneWorks : CATEGORY_COUNTS.working(counted)
}

/** "9 tools tracked, 5 working now.", for the description of a page. */
export function trackedText(counted: Counted): string {
  return counted.tracked === 0 ? CATEGORY_COUNTS.noneTracked : CATEGORY_COUNTS.tracked(counted)
}
