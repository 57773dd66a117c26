import type * as contract from 'assay-verify/answers'
import { GRADES, type Grade } from 'assay-verify/score/grade'
import {
  isNumber,
  isText,
  listOf,
  nullOr,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type ValueForm,
} from 'assay-verify/value-form'
import { RECOMMENDATIONS, type Recommendation, STATUSES, VERDICTS } from 'assay-verify/verdict'

// What of the service's answers this client reads, and what it sends. The types are those of the contract.

export type {
  CallableBy,
  CallHints,
  Chosen,
  Fallback,
  OutcomeEvent,
  Reason,
  RouteCandidate,
  Status,
  Unavailable,
} from 'assay-verify/answers'
export type { Grade, Recommendation }
export type Verdict = contract.Verdict

export type Access = contract.Chosen['access']
export type Transport = NonNullable<contract.CallHints['transport']>
export type PackageRegistry = NonNullable<contract.CallHints['package']>['registry']
/** What callers run into now. `since`: ISO 8601, of an open breakage; else null. */
export type KnownError = contract.CallHints['knownErrors'][number]

/** Of GET /v1/health/{toolId}. */
export type Health = Pick<contract.Health, 'asOf' | 'confidence' | 'reasons' | 'staleAfter' | (typeof RATED)[number]>
const RATED = ['toolId', 'verdict', 'score', 'grade', 'recommendation', 'status'] as const

/** What the chosen tool and the fallbacks have in common. */
export type Candidate = Omit<contract.Chosen, 'callHints'>

/** Of GET /v1/route where a tool that can be used fits. */
export interface ChosenRoute extends Omit<contract.RouteAnswer, 'chosen' | 'recommendation'> {
  chosen: contract.Chosen
  recommendation: Exclude<Recommendation, 'avoid'>
}

/**
 * Of GET /v1/route where nothing is to be called: nothing fits well (`no_confident_match`: `candidates` has what a
 * model may choose from), or what fits is down or to be avoided (`avoid`: `unavailable` names it).
 */
export interface NoRoute extends Omit<contract.RouteAnswer, 'chosen' | 'recommendation'> {
  chosen: null
  recommendation: 'no_confident_match' | 'avoid'
}

/** Of GET /v1/route: test `chosen` for null before use. */
export type Route = ChosenRoute | NoRoute

/** Of POST /v1/ingest. */
export type IngestAnswer = Pick<contract.IngestAnswer, 'accepted' | 'ignored'>

/** Classes of failed calls. */
export type ErrorClass = NonNullable<contract.OutcomeEvent['errorClass']>
const CLASSES: Record<ErrorClass, true> = {
  ...{ timeout: true, auth: true, rate_limit: true, server: true },
  ...{ not_found: true, schema: true, network: true, unavailable: true },
}
export const ERROR_CLASSES = Object.keys(CLASSES) as ErrorClass[]

/** The longest latency that can be reported, in milliseconds: ten minutes. */
export const MOST_LATENCY_MS = 600_000

/** The most events and bytes of one batch. */
export const MOST_EVENTS = 1000
export const MOST_BATCH_BYTES = 256 * 1024

/**
 * What narrows the choice of `route`. `exclude`: ids of tools or servers, up to 100. `limit`: fallbacks at most, 1-20.
 */
export interface RouteOptions {
  access?: 'open' | undefined
  readOnly?: boolean | undefined
  maxLatencyMs?: number | undefined
  minScore?: number | undefined
  exclude?: readonly string[] | undefined
  limit?: number | undefined
  fold?: 'product' | undefined
}

const isReason = objectOf<contract.Reason>({ code: isText, text: isText })
const isRatedForm = {
  ...{ toolId: isText, verdict: oneOf(VERDICTS), status: oneOf(STATUSES), grade: oneOf(GRADES), score: isNumber },
  recommendation: oneOf(RECOMMENDATIONS),
}

/** Whether a value has the form of this answer. Any other answer counts as none. */
export const isHealth: ValueForm<Health> = objectOf<Health>({
  ...isRatedForm,
  ...{ reasons: listOf(isReason), confidence: isNumber, asOf: nullOr(isText), staleAfter: nullOr(isText) },
})

const isNamed = { name: isText, serverId: isText, serverTitle: isText, relevance: isNumber }
const isCandidate = objectOf<Pick<Candidate, keyof typeof isNamed | keyof typeof isRatedForm>>({
  ...isRatedForm,
  ...isNamed,
})
const isUnavailable = objectOf<Pick<contract.Unavailable, 'toolId' | 'reason' | 'since'>>({
  ...{ toolId: isText, since: nullOr(isText) },
  reason: isReason,
})
const isRouteCandidate = objectOf<Omit<contract.RouteCandidate, 'reason'>>({
  ...{ toolId: isText, differs: isText, description: nullOr(isText), relevance: isNumber },
  ...{ verdict: oneOf(VERDICTS), recommendation: oneOf(RECOMMENDATIONS) },
})
const isChosen = objectOf<{ callHints: object }>({ callHints: recordOf((_): _ is unknown => true) })
const isAnyRoute = objectOf<Record<'fallbacks' | 'unavailable', object[]> & Record<'fit' | 'confidence', number>>({
  ...{ fallbacks: listOf(isCandidate), unavailable: listOf(isUnavailable), fit: isNumber, confidence: isNumber },
})
// Services of earlier versions answer without.
const isWithCandidates = objectOf<{ candidates: object[] | undefined }>({
  candidates: optional(listOf(isRouteCandidate)),
})

/** See `isHealth`. */
export function isRoute(value: unknown): value is Route {
  if (!isAnyRoute(value) || !isWithCandidates(value)) return false
  const { chosen, recommendation, unavailable } = value as typeof value & Record<'chosen' | 'recommendation', unknown>
  if (chosen === null) return recommendation === (unavailable.length > 0 ? 'avoid' : 'no_confident_match')
  const isUsable = isCandidate(chosen) && isChosen(chosen) && chosen.recommendation !== 'avoid'
  return isUsable && chosen.recommendation === recommendation
}

/** See `isHealth`. */
export const isIngestAnswer: ValueForm<IngestAnswer> = objectOf<IngestAnswer>({
  ...{ accepted: isNumber, ignored: isNumber },
})
