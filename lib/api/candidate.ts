import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { Candidate } from '../contract/shapes/candidates'
import { type Assessment, assess } from '../core/verdict/assessment'
import { ANY_CALLER, type CallerNeeds } from '../core/verdict/recommendation'
import type { SubjectDetails, SubjectFacts } from '../store/catalog/candidates'
import { type Products, productMembers } from './product-directory'

/** Assesses a found subject at `now` for a caller. */
export function assessCandidate(
  { serverState, declaredAccess, kind, facts, removedAt = null }: SubjectFacts,
  now: Date,
  caller: CallerNeeds = ANY_CALLER,
): Assessment {
  return assess(serverState, declaredAccess, toolFactsOf({ kind, removedAt, facts }), now, caller)
}

/** Whether it declares that it changes nothing. */
export function saysReadOnly({ annotations }: Pick<SubjectFacts, 'annotations'>): boolean {
  return annotations?.readOnlyHint === true
}

/** A found subject as search, route and alternatives show it. `relevance` 0-1. */
export function candidateOf(
  found: SubjectDetails,
  relevance: number,
  assessment: Assessment,
  products: Products,
): Candidate {
  return {
    toolId: found.id,
    kind: found.kind,
    name: found.name,
    description: found.description,
    serverId: found.serverId,
    serverTitle: found.serverTitle,
    ...productMembers(products, found.serverKey),
    verdict: assessment.verdict,
    status: assessment.status,
    score: found.score,
    grade: found.grade,
    recommendation: assessment.recommendation,
    reasons: assessment.reasons,
    access: assessment.axes.access,
    inputSchema: found.inputSchema,
    relevance,
    asOf: assessment.asOf?.toISOString() ?? null,
  }
}
