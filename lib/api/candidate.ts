import type { Candidate } from '../contract/shapes'
import { toolFactsOf } from '../core/score/tool-facts'
import { type Judgement, judge } from '../core/verdict/judgement'
import type { FoundFacts, FoundSubject } from '../store/candidates'

/** A found subject as it is judged at `now`: only what is there is ever found. */
export function judgeFound({ belief, declaredAccess, kind, facts }: FoundFacts, now: Date): Judgement {
  return judge(belief, declaredAccess, toolFactsOf({ kind, removedAt: null, facts }), now)
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
    access: judgement.axes.access,
    inputSchema: found.inputSchema,
    relevance,
    asOf: judgement.asOf?.toISOString() ?? null,
  }
}
