import { CATEGORY_COUNTS } from './category-sentences'

type Counted = (typeof CATEGORY_COUNTS)['tracked']['example']

/** "5 of 9 MCP tools work now", for pictures and what describes them. */
export function workingShareText(counted: Counted): string {
  return counted.tracked === 0 ? CATEGORY_COUNTS.noneWorks.say(null) : CATEGORY_COUNTS.working.say(counted)
}

/** "9 tools tracked, 5 working now.", for the description of a page. */
export function trackedText(counted: Counted): string {
  return counted.tracked === 0 ? CATEGORY_COUNTS.noneTracked.say(null) : CATEGORY_COUNTS.tracked.say(counted)
}
