import type { OpenChange, ToolFacts } from 'assay-verify/score/tool-facts'
import { RECOMMENDATION_BY_VERDICT, type Recommendation, type Verdict } from 'assay-verify/verdict'

interface FaultRule {
  recommendation: Recommendation
  /** For callers who want tools that only read. */
  readOnly: Recommendation
  /** Whether it decides also where the server is down; else the outage does. */
  beforeOutage: boolean
}

/**
 * Every fault of a subject beyond its server's state, the worst first, and what it makes of the recommendation.
 * `unsafe_text`: a text of the server instructs agents to act against their users. `removed`: the tool is no longer
 * listed. `no_tools`: the server lists no tools, or has none left. `other_than_tools`: it lists none, and declares
 * prompts or resources. `safety`, `breaking`: a breakage is open of the tool's contract or of what its server declares,
 * because a promise of harmlessness was taken back, or because calls that were right may now fail. `one_tool`: such a
 * breakage, or a removal, of one of the server's tools, which leaves the others alone.
 */
const FAULTS = {
  unsafe_text: { recommendation: 'avoid', readOnly: 'avoid', beforeOutage: true },
  removed: { recommendation: 'avoid', readOnly: 'avoid', beforeOutage: true },
  no_tools: { recommendation: 'avoid', readOnly: 'avoid', beforeOutage: false },
  other_than_tools: {
    recommendation: 'proceed_with_caution',
    readOnly: 'proceed_with_caution',
    beforeOutage: false,
  },
  safety: { recommendation: 'proceed_with_caution', readOnly: 'avoid', beforeOutage: false },
  breaking: { recommendation: 'proceed_with_caution', readOnly: 'proceed_with_caution', beforeOutage: false },
  one_tool: { recommendation: 'proceed_with_caution', readOnly: 'proceed_with_caution', beforeOutage: false },
} as const satisfies Record<string, FaultRule>

export type ToolFault = keyof typeof FAULTS
export const TOOL_FAULTS = Object.keys(FAULTS) as [ToolFault, ...ToolFault[]]

/** What a caller asked for: a change of what a tool may destroy is worse for callers who want tools that only read. */
export interface CallerNeeds {
  readOnly: boolean
}

/** A caller without particular needs. */
export const ANY_CALLER: Readonly<CallerNeeds> = { readOnly: false }

/** The worst fault of a server or a tool; null: none. `empty`: what an empty listing of its server is. */
export function faultOf(
  tool: Pick<ToolFacts, 'removedAt' | 'openChange'> | null,
  empty: ToolFault | null = null,
): ToolFault | null {
  const own = ownFault(tool)
  return own === null || empty === null ? (own ?? empty) : worse(own, empty)
}

function worse(one: ToolFault, other: ToolFault): ToolFault {
  return TOOL_FAULTS.indexOf(one) <= TOOL_FAULTS.indexOf(other) ? one : other
}

function ownFault(tool: Pick<ToolFacts, 'removedAt' | 'openChange'> | null): ToolFault | null {
  if (tool === null) return null
  if (tool.removedAt !== null) return 'removed'
  return tool.openChange === null ? null : faultOfChange(tool.openChange)
}

/** The fault that an open change is. */
export function faultOfChange({ class: name, tool, toolsLeft }: OpenChange): ToolFault {
  if (name === 'unsafe_text') return name
  if (toolsLeft === 0) return 'no_tools'
  return tool === undefined ? name : 'one_tool'
}

/**
 * Whether the subject's own fault decides the recommendation, and its reason comes first: where its server is down,
 * only the worst do.
 */
export function faultDecides(verdict: Verdict, fault: ToolFault | null): fault is ToolFault {
  return fault !== null && (FAULTS[fault].beforeOutage || verdict !== 'down')
}

/** The advice to a caller: by the subject's own fault where that decides, else by the verdict. */
export function recommend(verdict: Verdict, fault: ToolFault | null, { readOnly }: CallerNeeds): Recommendation {
  if (!faultDecides(verdict, fault)) return RECOMMENDATION_BY_VERDICT[verdict]
  return readOnly ? FAULTS[fault].readOnly : FAULTS[fault].recommendation
}
