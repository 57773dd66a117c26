import type { Candidate } from '../contract/shapes'
import { toolFactsOf } from '../core/score/tool-facts'
import { type Judgement, judge } from '../core/verdict/judgement'
import { ANY_CALLER, type CallerNeeds } from '../core/verdict/recommendation'
import type { FoundFacts, FoundSubject } from '../store/candidates'

/** A found subject as it is judged at `now` for a caller: only what is there is ever found. */
export function judgeFound(
  { belief, declaredAccess, kind, facts }: FoundFacts,
  now: Date,
  caller: CallerNeeds = ANY_CALLER,
): Judgement {
  return judge(belief, declaredAccess, toolFactsOf({ kind, removedAt: null, facts }), now, caller)
}

/** Whether it says of itself that it changes nothing. */
export function saysReadOnly({ annotations }: Pick<FoundFacts, 'annotations'>): boolean {
  return annotations?.readOnlyHint === true
}

/** A found subject as search, route and alternatives show it. `relevance` 0-1. */
export function candidateOf(found: FoundSubject, relevance: number, judgement: Judgement): Candidate {
  return {
    toolId: found.id,
    name: found.name,
    description: found.description,
    server: found.serverId,
    verdict: judgement.verdict,
    status: judgement.status,
    score: found.score,
    grade: found.grade,
    recommendation: judgement.recommendation,
    reasons: judgement.reasons,
    access: judgement.axes.access,
    inputSchema: found.inputSchema,
    relevance,
    asOf: judgement.asOf?.toISOString() ?? null,
  }
}
