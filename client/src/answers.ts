// The part of the service's answers that this client reads. Kept by hand; answers.test.ts checks it against the contract.

export const VERDICTS = ['healthy', 'degraded', 'unknown', 'down'] as const
export type Verdict = (typeof VERDICTS)[number]

export const STATUSES = [...VERDICTS, 'auth'] as const
/** The verdict, or `auth` for a living server that asks for credentials. */
export type Status = (typeof STATUSES)[number]

export const RECOMMENDATIONS = ['proceed', 'proceed_with_caution', 'unknown', 'avoid'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

export const GRADES = ['A', 'B', 'C', 'D', 'F', 'unrated'] as const
/** A 90 and up, B 80, C 65, D 50, F below; `unrated` for want of evidence. */
export type Grade = (typeof GRADES)[number]

export type Access = 'open' | 'auth' | 'paid' | 'unknown'

export const ERROR_CLASSES = [
  'timeout',
  'auth',
  'rate_limit',
  'server',
  'not_found',
  'schema',
  'network',
  'unavailable',
] as const
/** Classes of failed calls. Only network, timeout, server and unavailable count against liveness. */
export type ErrorClass = (typeof ERROR_CLASSES)[number]

/** The longest latency that can be reported, in milliseconds: ten minutes. */
export const MOST_LATENCY_MS = 600_000

/** The most events and bytes of one batch. */
export const MOST_EVENTS = 1000
export const MOST_BATCH_BYTES = 256 * 1024

/** Characters an id may have. */
export const MOST_ID_LENGTH = 512

/** Everything that is reported of a call. `latencyMs`: whole milliseconds. */
export interface OutcomeEvent {
  toolId: string
  success: boolean
  latencyMs?: number | undefined
  errorClass?: ErrorClass | undefined
}

/** Why a verdict is what it is; `code` is stable. */
export interface Reason {
  code: string
  text: string
}

/** Of GET /v1/health/{toolId}. `asOf`, `staleAfter`: ISO 8601. */
export interface Health {
  toolId: string
  verdict: Verdict
  score: number
  grade: Grade
  recommendation: Recommendation
  status: Status
  reasons: Reason[]
  confidence: number
  asOf: string | null
  staleAfter: string | null
}

type JsonObject = Record<string, unknown>

/** What the chosen tool and the fallbacks have in common. `relevance`: 0-1, how likely it is to fit. */
export interface Candidate {
  toolId: string
  name: string
  description: string
  server: string
  verdict: Verdict
  status: Status
  score: number
  grade: Grade
  recommendation: Recommendation
  access: Access
  inputSchema: JsonObject | null
  relevance: number
  asOf: string | null
}

/** How to call the chosen tool. `timeoutMs`, `backoffMs`: milliseconds. */
export interface CallHints {
  endpoint: string | null
  timeoutMs: number
  retry: { attempts: number; backoffMs: number }
  requiredParams: string[] | null
  exampleArguments: JsonObject | null
}

export interface Chosen extends Candidate {
  callHints: CallHints
}

/** `independent`: what it does not share with the chosen one; null where nothing was chosen. `step`: of the task, from 1. */
export interface Fallback extends Candidate {
  independent: { repository: boolean; backend: boolean; host: boolean } | null
  step: number
}

/** Of GET /v1/route. */
export interface Route {
  chosen: Chosen | null
  fallbacks: Fallback[]
  recommendation: Recommendation | 'no_confident_match'
  confidence: number
}

/** What narrows the choice of `route`. `exclude`: ids of tools or servers, up to 100. `limit`: fallbacks at most, 1-20. */
export interface RouteOptions {
  access?: 'open' | undefined
  readOnly?: boolean | undefined
  maxLatencyMs?: number | undefined
  minScore?: number | undefined
  exclude?: readonly string[] | undefined
  limit?: number | undefined
}

/** Of POST /v1/ingest. */
export interface IngestAnswer {
  accepted: number
  ignored: number
}

/** Whether a value has the form of this answer. Any other answer counts as none. */
export function isHealth(value: unknown): value is Health {
  return (
    isObject(value) &&
    isRated(value) &&
    Array.isArray(value.reasons) &&
    value.reasons.every((reason) => isObject(reason) && isText(reason.code) && isText(reason.text)) &&
    isNumber(value.confidence) &&
    isTextOrNull(value.asOf) &&
    isTextOrNull(value.staleAfter)
  )
}

/** See `isHealth`. */
export function isRoute(value: unknown): value is Route {
  if (!isObject(value) || !Array.isArray(value.fallbacks) || !isNumber(value.confidence)) return false
  const { chosen, recommendation } = value
  const isSettled =
    chosen === null
      ? recommendation === 'no_confident_match'
      : isCandidate(chosen) && isObject(chosen.callHints) && chosen.recommendation === recommendation
  return isSettled && value.fallbacks.every(isCandidate)
}

/** See `isHealth`. */
export function isIngestAnswer(value: unknown): value is IngestAnswer {
  return isObject(value) && isNumber(value.accepted) && isNumber(value.ignored)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCandidate(value: unknown): value is JsonObject {
  return isObject(value) && isRated(value) && isText(value.name) && isText(value.server) && isNumber(value.relevance)
}

function isRated(value: JsonObject): boolean {
  const { toolId, verdict, status, recommendation, grade, score } = value
  return (
    isText(toolId) &&
    VERDICTS.some((known) => known === verdict) &&
    STATUSES.some((known) => known === status) &&
    RECOMMENDATIONS.some((known) => known === recommendation) &&
    GRADES.some((known) => known === grade) &&
    isNumber(score)
  )
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
