/**
 * The outcome of one probe. The first three show that the server is reachable; only `failed` counts against it;
 * `inconclusive` is no evidence.
 */
export const OUTCOMES = ['ok', 'auth_required', 'throttled', 'failed', 'inconclusive'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * Why a probe ended as it did. `code` is what the database stores (smallint), so a code is never reused or changed;
 * `text` is shown to readers of an answer.
 */
export const PROBE_REASONS = {
  answered: { code: 1, outcome: 'ok', text: 'It answered the protocol handshake and listed its tools.' },
  answered_without_tools: { code: 2, outcome: 'ok', text: 'It answered the protocol handshake; it offers no tools.' },
  api_answered: { code: 3, outcome: 'ok', text: 'Its API answered at the declared address.' },
  answered_other_than_tools: {
    code: 8,
    outcome: 'ok',
    text: 'It answered the protocol handshake; it declares prompts or resources, and offers no tools.',
  },
  started: { code: 4, outcome: 'ok', text: 'Its package started in a sandbox and listed its tools.' },
  published: { code: 5, outcome: 'ok', text: 'Its package is published.' },
  deprecated: { code: 6, outcome: 'ok', text: 'Its package is published and marked as deprecated or withdrawn.' },
  documented: { code: 7, outcome: 'ok', text: 'Its documentation page is there.' },
  credentials_required: { code: 10, outcome: 'auth_required', text: 'It is alive and asks for credentials (401).' },
  forbidden: { code: 11, outcome: 'auth_required', text: 'It is alive and refuses anonymous callers (403).' },
  payment_required: { code: 12, outcome: 'auth_required', text: 'It is alive and asks for payment (402).' },
  start_needs_credentials: {
    code: 13,
    outcome: 'auth_required',
    text: 'Its package started in a sandbox, asked for a key and ended.',
  },
  rate_limited: { code: 20, outcome: 'throttled', text: 'It is alive and asked for fewer requests (429).' },
  asked_to_wait: {
    code: 21,
    outcome: 'throttled',
    text: 'It is alive and named a time to come back (503 with Retry-After).',
  },
  dns_failed: { code: 30, outcome: 'failed', text: 'Its host name did not resolve.' },
  connect_failed: { code: 31, outcome: 'failed', text: 'The connection was refused or broke.' },
  certificate_invalid: { code: 32, outcome: 'failed', text: 'Its TLS certificate was not valid.' },
  timed_out: { code: 33, outcome: 'failed', text: 'It did not answer within the time allowed.' },
  server_error: { code: 34, outcome: 'failed', text: 'It answered with a server error (5xx).' },
  not_found: { code: 35, outcome: 'failed', text: 'Nothing is served at its address (404 or 410).' },
  not_the_protocol: { code: 36, outcome: 'failed', text: 'Something answered, but not the protocol.' },
  protocol_error: { code: 37, outcome: 'failed', text: 'It answered the handshake with an error.' },
  answer_too_large: { code: 38, outcome: 'failed', text: 'Its answer was larger than a client should accept.' },
  process_failed: { code: 39, outcome: 'failed', text: 'Its process did not start or ended early.' },
  package_gone: { code: 40, outcome: 'failed', text: 'The package index has no such package.' },
  not_an_api: { code: 41, outcome: 'failed', text: 'A sign-in page or another web page answered, not an API.' },
  address_refused: { code: 50, outcome: 'inconclusive', text: 'Its address is not one that may be dialled.' },
  connectivity_lost: { code: 51, outcome: 'inconclusive', text: 'Our own connection was down.' },
  probe_defect: { code: 52, outcome: 'inconclusive', text: 'Our prober failed; this says nothing about the server.' },
  not_probeable: { code: 53, outcome: 'inconclusive', text: 'It publishes no address a probe could use.' },
  opted_out: { code: 54, outcome: 'inconclusive', text: 'Its operator asked not to be probed.' },
  no_safe_request: {
    code: 55,
    outcome: 'inconclusive',
    text: 'Its API description was read; it marks no request that is safe to make.',
  },
  description_unavailable: { code: 56, outcome: 'inconclusive', text: 'Its API description could not be read.' },
  index_unusable: { code: 57, outcome: 'inconclusive', text: 'The package index did not give usable metadata.' },
  launch_unavailable: { code: 58, outcome: 'inconclusive', text: 'Our sandbox could not install or start packages.' },
} as const satisfies Record<string, { code: number; outcome: Outcome; text: string }>
export type ProbeReason = keyof typeof PROBE_REASONS
export const PROBE_REASON_NAMES = Object.keys(PROBE_REASONS) as [ProbeReason, ...ProbeReason[]]

/** Reasons of probes that read the list of tools, and found it empty. */
export const OFFERS_NO_TOOLS: ReadonlySet<ProbeReason> = new Set<ProbeReason>([
  'answered_without_tools',
  'answered_other_than_tools',
])

/** Codes of the reasons by which a package decides a verdict. */
export const DECIDED_BY_PACKAGE: ReadonlySet<string> = new Set<ProbeReason>([
  'started',
  'answered_without_tools',
  'answered_other_than_tools',
  'start_needs_credentials',
  'deprecated',
  'package_gone',
])

/** One probe, as the state filter reads it. Its ranges are enforced by `boundedObservation`. */
export interface Observation {
  observedAt: Date
  reason: ProbeReason
  /** The handshake's, whole milliseconds; null without an answer, or when the measurement is out of bounds. */
  latencyMs: number | null
  /** Three digits; null where the transport has none. */
  httpStatus: number | null
  vantage: string
}

/** As long as the longest deadline of a probe: a longer latency was measured across a suspended or blocked process. */
export const LONGEST_LATENCY_MS = 60_000

const LOWEST_STATUS = 100
const HIGHEST_STATUS = 999

/**
 * The observation with out-of-bounds measurements replaced by null. Applied where a probe result becomes an
 * observation, and again wherever observations are computed with, so that equal measurements compare as equal.
 */
export function boundedObservation(observation: Observation): Observation {
  const latencyMs = boundedLatency(observation.latencyMs)
  const httpStatus = boundedStatus(observation.httpStatus)
  return { ...observation, latencyMs, httpStatus }
}

function boundedLatency(latencyMs: number | null): number | null {
  if (latencyMs === null || !(latencyMs >= 0) || latencyMs > LONGEST_LATENCY_MS) return null
  // Adding 0 turns -0 into 0.
  return Math.round(latencyMs) + 0
}

function boundedStatus(httpStatus: number | null): number | null {
  if (httpStatus === null || !Number.isInteger(httpStatus)) return null
  return httpStatus >= LOWEST_STATUS && httpStatus <= HIGHEST_STATUS ? httpStatus : null
}

/**
 * The observations with a valid date, bounded, in a total order of all that affects the state (instant, reason,
 * latency): two that compare as equal have the same effect. Of one instant the most favourable for the server come
 * first, and of these the fastest.
 */
export function inOrderOfEffect(observations: readonly Observation[]): Observation[] {
  return observations
    .map(boundedObservation)
    .filter(({ observedAt }) => !Number.isNaN(observedAt.getTime()))
    .sort(
      (a, b) =>
        a.observedAt.getTime() - b.observedAt.getTime() ||
        // The codes are in this order: reachable, refused, failed, inconclusive.
        PROBE_REASONS[a.reason].code - PROBE_REASONS[b.reason].code ||
        (a.latencyMs ?? LONGEST_LATENCY_MS + 1) - (b.latencyMs ?? LONGEST_LATENCY_MS + 1),
    )
}

export function outcomeOf(reason: ProbeReason): Outcome {
  return PROBE_REASONS[reason].outcome
}

/** true: reachable. false: it failed. null: the probe is inconclusive. */
export function isReachable(outcome: Outcome): boolean | null {
  if (outcome === 'inconclusive') return null
  return outcome !== 'failed'
}

const reasonByCode = new Map<number, ProbeReason>(
  PROBE_REASON_NAMES.map((reason) => [PROBE_REASONS[reason].code, reason]),
)

/** The reason of a stored code; a code unknown to this version is inconclusive. */
export function reasonFromCode(code: number): ProbeReason {
  return reasonByCode.get(code) ?? 'probe_defect'
}
