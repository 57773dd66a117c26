import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import type { z } from 'zod'
import type { CompactAlternativesAnswer, CompactRouteAnswer } from './compact'
import documents from './examples/documents.json' with { type: 'json' }
import finding from './examples/finding.json' with { type: 'json' }
import listings from './examples/listings.json' with { type: 'json' }
import rating from './examples/rating.json' with { type: 'json' }
import report from './examples/report.json' with { type: 'json' }
import type { Report } from './report/report'
import type { Alternative, SearchResult } from './shapes/candidates'
import type { CompactHealth, Health } from './shapes/health'
import type { JwkSet } from './shapes/process'
import type { RouteAnswer } from './shapes/route'
import type { CompactScore, ScoreAnswer } from './shapes/score'

/** What the data files hold, where their inferred type is wider; `openapi.test.ts` parses each by its contract. */
interface Typed {
  search: { product: null; results: readonly SearchResult[] }
  alternatives: { alternatives: readonly Alternative[]; floor: number; reason: null }
  compactAlternatives: CompactAlternativesAnswer
  route: RouteAnswer
  compactRoute: CompactRouteAnswer
  health: Health
  compactHealth: CompactHealth
  score: ScoreAnswer
  compactScore: CompactScore
  report: Report
  jwks: z.output<typeof JwkSet>
}

const ANSWERS = {
  ...documents,
  ...finding,
  ...listings,
  ...rating,
  report: {
    ...report,
    breakages: { ...report.breakages, open: { ...noBreakages(), ...report.breakages.open } },
  },
}

/**
 * The answer to a successful call, by the name of the operation. They agree with each other: one tool, one server, one
 * moment. The attestation is signed with the public example key of RFC 8037, appendix A: it verifies with `jwks`, and
 * proves nothing else.
 */
export const EXAMPLES = ANSWERS as Omit<typeof ANSWERS, keyof Typed> & Typed

function noBreakages() {
  return Object.fromEntries(BREAKAGE_KINDS.map((kind) => [kind, 0])) as Record<BreakageKind, number>
}
