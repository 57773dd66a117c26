import type { ToolFacts } from '../score/tool-facts'
import { RECOMMENDATION_BY_VERDICT, type Recommendation, type Verdict } from './verdict'

/**
 * The fault of one tool itself, whatever its server does. `removed`: its server no longer lists it. `safety`, `breaking`: a breakage of its
 * contract is open, because it took back a promise of harmlessness, or because calls that were right may now fail.
 */
export const TOOL_FAULTS = ['removed', 'safety', 'breaking'] as const
export type ToolFault = (typeof TOOL_FAULTS)[number]

/** What a caller asked for: a change of what a tool may destroy is worse for callers who want tools that only read. */
export interface CallerNeeds {
  readOnly: boolean
}

/** A caller without particular needs. */
export const ANY_CALLER: Readonly<CallerNeeds> = { readOnly: false }

/** The worst fault of a tool; null: none, or a server. */
export function faultOf(tool: Pick<ToolFacts, 'removedAt' | 'openChange'> | null): ToolFault | null {
  if (tool === null) return null
  return tool.removedAt === null ? (tool.openChange?.class ?? null) : 'removed'
}

/**
 * Whether the tool's own fault decides the recommendation, and its reason comes first. It does, except for a changed tool on a server that
 * is down: there the outage decides.
 */
export function faultDecides(verdict: Verdict, fault: ToolFault | null): fault is ToolFault {
  return fault !== null && (fault === 'removed' || verdict !== 'down')
}

/** The advice to a caller: by the tool's own fault where that decides, else by the verdict. */
export function recommend(verdict: Verdict, fault: ToolFault | null, { readOnly }: CallerNeeds): Recommendation {
  if (!faultDecides(verdict, fault)) return RECOMMENDATION_BY_VERDICT[verdict]
  return fault === 'removed' || (fault === 'safety' && readOnly) ? 'avoid' : 'proceed_with_caution'
}
