import type { Candidate } from '../contract/shapes'
import { judge } from '../core/judgement'
import type { FoundSubject } from '../store/candidates'

/** A found subject as search and alternatives show it, judged at `now`. `relevance` 0-1. */
export function candidateOf(found: FoundSubject, relevance: number, now: Date): Candidate {
  const judgement = judge(found.belief, found.declaredAccess, found.kind === 'tool' ? { removedAt: null } : null, now)
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
    relevance: Math.round(relevance * 1000) / 1000,
    asOf: judgement.asOf?.toISOString() ?? null,
  }
}
