import { outcomeOf, PROBE_REASONS } from 'assay-verify/state/observation'
import { FAILING_SELDOM_SHARE, LEAST_PROBES_FOR_TRANSIENT_FAILURES } from 'assay-verify/state/transient-failures'
import type { Access } from 'assay-verify/verdict'
import type { CallHints } from '../contract/shapes/route'
import { signInHint } from '../contract/sign-in'
import { accessConflicts, schemeOf } from '../core/access/access-conflicts'
import { leadingSignIn } from '../core/access/sign-in'
import { type WaysIn, waysIn } from '../core/catalog/ways-in'
import { requiredParams } from '../core/json-schema/parameters'
import type { Assessment } from '../core/verdict/assessment'
import { exampleArguments } from '../search/arguments/example-arguments'
import type { BreakageNote } from '../store/breakages/breakages'
import type { SubjectDetails } from '../store/catalog/candidates'
import { processInputs, processNotes } from './process-hints'

/**
 * A call is abandoned after twice the time that 95 % of the answers take, within the bounds that clients usually have.
 */
const TIMEOUT_OVER_P95 = 2
const LEAST_TIMEOUT_MS = 1_000
const MOST_TIMEOUT_MS = 60_000

/** Without measurements: past the tail of 20 s that handshakes of real servers have. */
const UNMEASURED_TIMEOUT_MS = 30_000

/**
 * Retries by recent results. A server that throttles needs a long pause; one that is down does not recover in seconds.
 */
const RETRY = {
  well: { attempts: 2, backoffMs: 500 },
  notKnown: { attempts: 2, backoffMs: 1_000 },
  badly: { attempts: 1, backoffMs: 5_000 },
  throttled: { attempts: 1, backoffMs: 30_000 },
  down: { attempts: 0, backoffMs: 60_000 },
} as const satisfies Record<string, CallHints['retry']>

/** How to call a found subject. `open`: its own open breakages and those of its server. */
export function callHints(found: SubjectDetails, assessment: Assessment, open: readonly BreakageNote[]): CallHints {
  const { inputSchema, annotations } = found
  const ways = waysIn(found, found.serverState?.targets)
  return {
    ...wayIn(ways),
    protocolVersion: found.protocolVersion,
    auth: auth(found, assessment.axes.access),
    timeoutMs: timeoutMs(found.scoreFacts?.latencyP95Ms ?? null),
    retry: retry(found, assessment),
    requiredParams: inputSchema === null ? null : requiredParams(inputSchema),
    exampleArguments:
      inputSchema === null ? null : exampleArguments(inputSchema, found.kind === 'tool' ? found.name : ''),
    annotations,
    knownErrors: knownErrors(assessment, open),
    notes: [...notes(ways, asksForKey(found)), ...conflicts(found)],
  }
}

const AUTH_BY_ACCESS = {
  open: { type: 'none', required: false },
  auth: { type: 'credentials', required: true },
  paid: { type: 'payment', required: true },
  unknown: { type: null, required: null },
} as const satisfies Record<Access, Omit<CallHints['auth'], 'scheme' | 'signIn'>>

function auth({ declaredAuth, signIns, serverState }: SubjectDetails, access: Access): CallHints['auth'] {
  if (access !== 'auth') return { ...AUTH_BY_ACCESS[access], scheme: null, signIn: null }
  const signIn = leadingSignIn(signIns, serverState?.targets)
  return {
    ...AUTH_BY_ACCESS[access],
    scheme: schemeOf(signIn, declaredAuth),
    signIn: signIn === null ? null : signInHint(signIn),
  }
}

function conflicts({ serverState, signIns, declaredAccess, declaredAuth }: SubjectDetails): CallHints['notes'] {
  const declared = { access: declaredAccess, scheme: declaredAuth }
  return accessConflicts(serverState?.access ?? null, leadingSignIn(signIns, serverState?.targets), declared)
}

type WayIn = Pick<
  CallHints,
  'callable' | 'endpoint' | 'endpointTemplate' | 'transport' | 'package' | 'baseUrl' | 'documentation'
>

/** Its MCP endpoint, else one of an API that is not MCP, else the package to run, else an address with variables. */
function wayIn(ways: WaysIn): WayIn {
  const { callable, endpoint, template, command, baseUrl, documentation } = ways
  const declared = { callable, baseUrl, documentation }
  if (endpoint !== null)
    return { ...declared, endpoint: endpoint.url, endpointTemplate: null, transport: endpoint.transport, package: null }
  const endpointTemplate = template?.url ?? null
  if (ways.package !== null) {
    const { registry, name, version } = ways.package
    const run = { registry, name, version: version ?? null, command, ...processInputs(ways.package) }
    return { ...declared, endpoint: null, endpointTemplate, transport: 'stdio', package: run }
  }
  const transport = ways.isProcess ? 'stdio' : (template?.transport ?? null)
  return { ...declared, endpoint: null, endpointTemplate, transport, package: null }
}

/** Whether its package was launched without variables and ended with asking for a key. */
function asksForKey({ serverState }: SubjectDetails): boolean {
  return serverState?.targets?.some(({ reason }) => reason === 'start_needs_credentials') ?? false
}

/** What a caller must know or do before it can call. */
function notes(ways: WaysIn, isKeyAskedFor: boolean): CallHints['notes'] {
  const { callable, endpoint, template, command, baseUrl, documentation } = ways
  if (callable === null) return [NOT_CALLABLE]
  if (callable === 'package' && ways.package !== null) return processNotes(ways.package, isKeyAskedFor)
  if (callable === 'endpoint' && endpoint === null && template !== null) return [VARIABLES_TO_FILL]
  if (callable !== 'documentation' || command !== null) return []
  if (baseUrl === null) return [ADDRESS_IN_DOCUMENTATION]
  return documentation === null ? [NO_DOCUMENTATION] : []
}

const NOT_CALLABLE = {
  code: 'not_callable',
  text: 'The catalog declares no address, no start command and no documentation for it, so it cannot be called from what is known. Nothing that can be called fits nearly as well.',
}
const VARIABLES_TO_FILL = { code: 'variables_to_fill', text: 'Fill the variables of endpointTemplate before the call.' }
const ADDRESS_IN_DOCUMENTATION = {
  code: 'address_in_documentation',
  text: 'An API that is not MCP: its addresses and parameters are in its documentation.',
}
const NO_DOCUMENTATION = {
  code: 'no_documentation',
  text: 'An API that is not MCP: the catalog declares its base address, but no documentation.',
}

function timeoutMs(p95Ms: number | null): number {
  if (p95Ms === null) return UNMEASURED_TIMEOUT_MS
  return Math.round(Math.min(MOST_TIMEOUT_MS, Math.max(LEAST_TIMEOUT_MS, TIMEOUT_OVER_P95 * p95Ms)))
}

function retry({ serverState, annotations }: SubjectDetails, { verdict, axes }: Assessment): CallHints['retry'] {
  const { attempts, backoffMs } = RETRY[recentConduct(serverState, verdict, axes.reachable)]
  // A call that failed without an answer may still have had its effect, which a destructive tool must not have twice.
  const mayHarm = annotations?.destructiveHint === true && annotations.idempotentHint !== true
  return { attempts: mayHarm ? 0 : attempts, backoffMs }
}

function recentConduct(
  serverState: SubjectDetails['serverState'],
  verdict: Assessment['verdict'],
  reachable: boolean | null,
): keyof typeof RETRY {
  if (verdict === 'down') return 'down'
  if (serverState === null || reachable === null) return 'notKnown'
  const latest = serverState.lastInformativeReason
  if (latest !== null && outcomeOf(latest) === 'throttled') return 'throttled'
  const failedLast = serverState.streak?.state === 'down'
  const { probes, failures } = serverState.transientFailures
  const failsOften = probes >= LEAST_PROBES_FOR_TRANSIENT_FAILURES && failures / probes > FAILING_SELDOM_SHARE
  return verdict === 'degraded' || failedLast || failsOften ? 'badly' : 'well'
}

/**
 * Reasons, besides failures of a probe, that a caller's own calls may run into; the other reasons are about the
 * evidence.
 */
const TROUBLES: ReadonlySet<string> = new Set([
  'auth_required',
  'throttled',
  'refused_once',
  'failed_once',
  'slow',
  'failing_often',
  'flapping',
  'down_since',
])

function knownErrors({ reasons }: Assessment, open: readonly BreakageNote[]): CallHints['knownErrors'] {
  const met = reasons.filter(({ code }) => TROUBLES.has(code) || isFailedProbe(code))
  const broken = open.map(({ kind, openedAt, evidence }) => ({
    code: kind,
    text: evidence.at(-1)?.text ?? 'It broke, and has not been seen to work since.',
    since: openedAt.toISOString(),
  }))
  return [...met.map(({ code, text }) => ({ code, text, since: null })), ...broken]
}

function isFailedProbe(code: string): boolean {
  const outcome = Object.entries(PROBE_REASONS).find(([reason]) => reason === code)?.[1].outcome
  return outcome === 'failed' || outcome === 'auth_required' || outcome === 'throttled'
}
