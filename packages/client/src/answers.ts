// The part of the service's answers that this client reads. Kept by hand; answers.test.ts checks it against the
// contract.

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

/** What callers run into now. `since`: ISO 8601, of an open breakage; else null. */
export interface KnownError extends Reason {
  since: string | null
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

/**
 * What the chosen tool and the fallbacks have in common. `relevance`: 0-1, how likely it is to fit. `serverTitle` is
 * for display, `serverId` names the server.
 */
export interface Candidate {
  toolId: string
  /** Whether `toolId` is the id of a tool or of a server. */
  kind: 'tool' | 'server'
  name: string
  description: string
  serverId: string
  serverTitle: string
  verdict: Verdict
  status: Status
  score: number
  grade: Grade
  recommendation: Recommendation
  reasons: Reason[]
  access: Access
  inputSchema: JsonObject | null
  relevance: number
  asOf: string | null
}

export type Transport = 'streamable-http' | 'sse' | 'stdio' | 'http-api' | 'http-api-docs' | 'openapi' | 'other'

export type PackageRegistry = 'npm' | 'pypi' | 'nuget' | 'oci' | 'mcpb'

/**
 * What a caller calls: an address, a package it starts, or an API by its documentation; null: the catalog declares no
 * way.
 */
export type CallableBy = 'endpoint' | 'package' | 'documentation' | null

/**
 * An argument that the command of a package takes. `value`: what to pass, unless you choose another; null: you choose
 * it. Texts are its publisher's.
 */
interface ProcessArgument {
  place: 'runtime' | 'package'
  name: string | null
  value: string | null
  valueHint: string | null
  description: string | null
  required: boolean
  repeated: boolean
}

/** An environment variable that the process of a package reads. */
interface ProcessVariable {
  name: string
  required: boolean
  secret: boolean
  description: string | null
}

/**
 * How to call the chosen tool. `timeoutMs`, `backoffMs`: milliseconds. Everything is null where it is not known or does
 * not apply.
 */
export interface CallHints {
  callable: CallableBy
  /** Address to send calls to. */
  endpoint: string | null
  /** An address with variables that the caller fills, where there is no endpoint. */
  endpointTemplate: string | null
  transport: Transport | null
  /** What to run where there is no endpoint: `command` starts it over stdio; a version of null is the newest. */
  package: {
    registry: PackageRegistry
    name: string
    version: string | null
    command: string | null
    args: ProcessArgument[]
    env: ProcessVariable[]
  } | null
  /** Base address of an API that is not MCP. */
  baseUrl: string | null
  /** Address of the documentation of an API that is not MCP. */
  documentation: string | null
  protocolVersion: string | null
  auth: {
    type: 'none' | 'credentials' | 'payment' | null
    required: boolean | null
    scheme: 'apiKey' | 'oauth' | null
    /** How a client gets a token, read from its endpoint. */
    signIn: {
      registration: 'dynamic' | 'client_id_metadata' | 'pre_registered' | 'unknown'
      issuers: string[]
      scopes: string[]
    } | null
  }
  timeoutMs: number
  retry: { attempts: number; backoffMs: number }
  requiredParams: string[] | null
  exampleArguments: JsonObject | null
  /** As the tool declares them; not verified. */
  annotations: {
    title?: string | undefined
    readOnlyHint?: boolean | undefined
    destructiveHint?: boolean | undefined
    idempotentHint?: boolean | undefined
    openWorldHint?: boolean | undefined
  } | null
  /** What is wrong with it now. */
  knownErrors: KnownError[]
  /** What to know before the call; `code` is stable. */
  notes: Reason[]
}

export interface Chosen extends Candidate {
  callHints: CallHints
}

/**
 * `independent`: what it does not share with the chosen one; null where nothing was chosen. `step`: of the task, from
 * 1.
 */
export interface Fallback extends Candidate {
  independent: { repository: boolean; backend: boolean; host: boolean } | null
  callable: CallableBy
  step: number
}

/**
 * What fits but is down or to be avoided. `since`: ISO 8601, null where not known. `expectedBack`: null where it is not
 * expected within 24 hours; its `probability` is null where its operator announced the time.
 */
export interface Unavailable {
  toolId: string
  name: string
  serverId: string
  serverTitle: string
  verdict: Verdict
  recommendation: Recommendation
  relevance: number
  reason: Reason
  since: string | null
  expectedBack: { at: string; probability: number | null } | null
  step: number
}

/**
 * Of GET /v1/route where a tool that can be used fits. `fit`: the probability that it fits; `confidence`: the same.
 * `fallbacks`: in the order to try. `unavailable`: what fits a further step but cannot be used now.
 */
export interface ChosenRoute {
  chosen: Chosen
  fallbacks: Fallback[]
  unavailable: Unavailable[]
  recommendation: Exclude<Recommendation, 'avoid'>
  fit: number
  confidence: number
}

/**
 * Of GET /v1/route where nothing is to be called: nothing fits well (`no_confident_match`), or what fits is down or to
 * be avoided (`avoid`: `unavailable` names it). `fallbacks`: the near misses. `fit`, `confidence`: the relevance of the
 * best candidate, 0 without any.
 */
export interface NoRoute {
  chosen: null
  fallbacks: Fallback[]
  unavailable: Unavailable[]
  recommendation: 'no_confident_match' | 'avoid'
  fit: number
  confidence: number
}

/** Of GET /v1/route: test `chosen` for null before use. */
export type Route = ChosenRoute | NoRoute

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
  if (!isObject(value) || !Array.isArray(value.fallbacks) || !Array.isArray(value.unavailable)) return false
  const { chosen, recommendation, fit, confidence } = value
  const isSettled =
    chosen === null
      ? recommendation === (value.unavailable.length > 0 ? 'avoid' : 'no_confident_match')
      : isCandidate(chosen) &&
        isObject(chosen.callHints) &&
        chosen.recommendation === recommendation &&
        recommendation !== 'avoid'
  const areNumbers = isNumber(fit) && isNumber(confidence)
  return areNumbers && isSettled && value.fallbacks.every(isCandidate) && value.unavailable.every(isUnavailable)
}

/** See `isHealth`. */
export function isIngestAnswer(value: unknown): value is IngestAnswer {
  return isObject(value) && isNumber(value.accepted) && isNumber(value.ignored)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCandidate(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    isRated(value) &&
    isText(value.name) &&
    isText(value.serverId) &&
    isText(value.serverTitle) &&
    isNumber(value.relevance)
  )
}

function isUnavailable(value: unknown): boolean {
  return isObject(value) && isText(value.toolId) && isObject(value.reason) && isTextOrNull(value.since)
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
