import type { ScoreFacts } from '../score/score-facts.ts'
import { scoreInputsOf } from '../score/score-inputs.ts'
import { NO_TOOL_FACTS } from '../score/tool-facts.ts'
import type { ScoredUsage } from '../score/usage.ts'

/**
 * What the scores of a server and its tools are computed from that intervals do not give, as published inputs of scores
 * have it (`SCORE_FACTS`). `usage`: of the server and of each tool with reported outcomes, by id; those without are
 * left out.
 */
export interface ScoreInputLine extends Pick<ScoreFacts, 'asOf' | 'looks' | 'latencyP50Ms' | 'latencyP95Ms'> {
  /** Of the server. */
  id: string
  usage: Readonly<Record<string, ScoredUsage>>
}

/** The line of a server. `usages`: by id of the subject. */
export function scoreInputLine(
  id: string,
  facts: ScoreFacts,
  usages: readonly { id: string; usage: ScoredUsage }[],
): ScoreInputLine {
  const { asOf, looks, latencyP50Ms, latencyP95Ms } = scoreInputsOf(facts, null)
  const each = usages.map(({ id: of, usage }) => [of, scoreInputsOf(facts, { ...NO_TOOL_FACTS, usage }).usage] as const)
  const usage = Object.fromEntries(each.flatMap(([of, scored]) => (scored === null ? [] : [[of, scored]])))
  return { id, asOf, looks, latencyP50Ms, latencyP95Ms, usage }
}
