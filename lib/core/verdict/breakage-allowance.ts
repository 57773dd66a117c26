import { SEVERITIES, type Severity } from 'assay-verify/breakage-kind'
import { DAY_MS } from 'assay-verify/duration'
import { BREAKAGES } from './breakage'

/**
 * Breakages of single tools that one server may open within `ALLOWANCE_MS`: more than the largest real server has
 * tools, so that all of them may go at once. A server that renames its tools again and again cannot fill a list.
 */
export const MOST_TOOL_BREAKAGES = 400
/** As long as a breaking change of a tool stays open. */
export const ALLOWANCE_MS = BREAKAGES.schema_breaking.closesAfterDays * DAY_MS

interface Opening {
  serverKey: number
  /** null: the whole server, which the allowance does not limit. */
  toolId: string | null
  severity: Severity
}

/**
 * The openings that the allowance of their servers admits, of one server the worst first. `used`: how many count
 * already.
 */
export function withinAllowance<One extends Opening>(
  openings: readonly One[],
  used: ReadonlyMap<number, number>,
): One[] {
  const count = new Map(used)
  const worstFirst = openings.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
  const allowed = new Set(
    worstFirst.filter(({ serverKey, toolId }) => {
      if (toolId === null) return true
      const before = count.get(serverKey) ?? 0
      count.set(serverKey, before + 1)
      return before < MOST_TOOL_BREAKAGES
    }),
  )
  return openings.filter((opening) => allowed.has(opening))
}
