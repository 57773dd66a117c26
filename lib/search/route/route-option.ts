import { type Access, type Recommendation, VERDICTS, type Verdict } from 'assay-verify/verdict'
import type { Callable } from '../../core/catalog/ways-in'
import type { BackendKeys } from '../alternatives/independence'
import { isOtherAct } from '../alternatives/replacement'
import type { Act } from '../request/acts'

/** A tool or server that may be chosen for a task, with the facts the choice is made from. */
export interface RouteOption {
  id: string
  kind: 'server' | 'tool'
  origin: BackendKeys
  /** What its name says that it does; null: nothing, or it is a server. */
  act: Act | null
  /** Probability that it fits the task (or the step of it), 0-1. */
  relevance: number
  verdict: Verdict
  /** Whether the task is its id: then nothing else is meant. Left out: it is not. */
  isNamed?: boolean
  /** For this caller. */
  recommendation: Recommendation
  /** Whether a breakage of its contract is open: it is callable, but not what callers agreed to. */
  changed: boolean
  /** Probability that it is up now, 0-1. */
  up: number
  access: Access
  /** Reliability, 0-100. */
  score: number
  /** Grows with each server that becomes known. */
  serverKey: number
  /** Share of real calls that succeed, and the weight of that evidence, both 0-1; null: no outcomes. */
  usage: { successRate: number; weight: number } | null
  /** Of its server's answers; null: too few were measured. */
  latencyP95Ms: number | null
  /** null: the catalog declares no way to call it. */
  callable: Callable
  hasInputSchema: boolean
  /** Whether its annotations declare that it changes nothing. */
  readOnly: boolean
}

/** Constraints of a caller; null and false mean none. */
export interface RouteConstraints {
  openOnly: boolean
  readOnlyOnly: boolean
  maxLatencyMs: number | null
  minScore: number | null
  /** Ids of tools and servers. */
  exclude: ReadonlySet<string>
}

/** A constraint that an option does not meet; `exclude` is none, as the caller knows what it names. */
export type UnmetConstraint = Exclude<keyof RouteConstraints, 'exclude'>

/**
 * Whether an option meets all constraints. Unknown facts do not meet them: `access=open` gives only options known to be
 * open.
 */
export function meets(option: RouteOption, constraints: RouteConstraints): boolean {
  return !isExcluded(option, constraints) && unmetConstraint(option, constraints) === null
}

/** Whether an option is left out only for what it is, and not because the caller excludes it by its id. */
export function isWithheld(option: RouteOption, constraints: RouteConstraints): boolean {
  return !isExcluded(option, constraints) && unmetConstraint(option, constraints) !== null
}

/**
 * The first constraint that an option does not meet, what it may do before how it is reached; null: it meets all of
 * them.
 */
export function unmetConstraint(
  { readOnly, access, latencyP95Ms, score }: RouteOption,
  { readOnlyOnly, openOnly, maxLatencyMs, minScore }: RouteConstraints,
): UnmetConstraint | null {
  if (readOnlyOnly && !readOnly) return 'readOnlyOnly'
  if (openOnly && access !== 'open') return 'openOnly'
  if (maxLatencyMs !== null && (latencyP95Ms === null || latencyP95Ms > maxLatencyMs)) return 'maxLatencyMs'
  return minScore !== null && score < minScore ? 'minScore' : null
}

function isExcluded({ id, origin }: RouteOption, { exclude }: RouteConstraints): boolean {
  return exclude.has(id) || exclude.has(origin.serverId)
}

/**
 * Probability that a caller without a constraint can use it. Credentials: an optimistic guess of six in ten callers
 * have them, since one without can ask for `access=open`; payment: fewer. Unknown: of 16,305 remote servers 58.5 % were
 * open and 25.4 % asked for credentials (official MCP registry, September 2026), so seven in ten of the living are
 * open.
 */
const USABLE_BY_ACCESS = { open: 1, unknown: 0.7 + 0.3 * 0.6, auth: 0.6, paid: 0.4 } as const satisfies Record<
  Access,
  number
>

/**
 * Without outcomes of real use the score estimates how well it works: by a fifth at most, since the probability of
 * being up counts already.
 */
const SCORE_SPAN = 0.2

/**
 * Without a known input schema a caller must find out the arguments: an estimate, worth half of what the score can
 * change.
 */
const UNKNOWN_ARGUMENTS_WORK = 0.9

/** A degraded server is slow, flaps, or fails more than a fifth of the probes. */
const DEGRADED_WORKS = 0.8

/** A tenth at most, reached where clients give up: latency decides only between otherwise equal options. */
const LATENCY_SPAN = 0.1
const LATENCY_WORST_MS = 10_000

/** An unmeasured latency counts as slower than most: handshakes take 450-800 ms. */
const UNMEASURED_LATENCY_MS = 2_000

/**
 * Probability (0-1) that a call to it does what was asked, discounted for latency: that it fits, is up, admits the
 * caller, can be given the right arguments and works. The factors are treated as independent; good enough for an order,
 * not meant to be shown.
 */
export function expectedSuccess(option: RouteOption): number {
  const latencyMs = Math.min(option.latencyP95Ms ?? UNMEASURED_LATENCY_MS, LATENCY_WORST_MS)
  const discount = 1 - LATENCY_SPAN * (latencyMs / LATENCY_WORST_MS)
  const usable = USABLE_BY_ACCESS[option.access] * (option.hasInputSchema ? 1 : UNKNOWN_ARGUMENTS_WORK)
  return option.relevance * option.up * usable * worksShare(option) * discount
}

function worksShare({ score, usage, verdict }: RouteOption): number {
  const byScore = (1 - SCORE_SPAN + SCORE_SPAN * (score / 100)) * (verdict === 'degraded' ? DEGRADED_WORKS : 1)
  return usage === null ? byScore : usage.weight * usage.successRate + (1 - usage.weight) * byScore
}

/** Down, or advised against for another reason: never chosen, and never a fallback. */
export function isAvoided({ recommendation, verdict }: RouteOption): boolean {
  return recommendation === 'avoid' || verdict === 'down'
}

/**
 * Whether one may be preferred for its state to another that fits equally well: not where it does something else, nor a
 * whole server to a tool, which may lack the tool that is wanted, nor a tool to a whole server.
 */
export function isOfOneKind(one: RouteOption, other: RouteOption): boolean {
  return one.kind === other.kind && !isOtherAct(one.act, other.act)
}

/** Rank, 0-2: first what works as agreed, then what broke its contract, last what cannot be called. */
export function setback({ callable, changed }: RouteOption): number {
  if (callable === null) return 2
  return changed ? 1 : 0
}

/**
 * Likeliest to succeed first, within the same setback; of equals what was known first, so that a copy is not chosen
 * instead of what it copies. Total: then by id.
 */
export function compareOptions(a: RouteOption, b: RouteOption): number {
  return (
    setback(a) - setback(b) ||
    expectedSuccess(b) - expectedSuccess(a) ||
    b.relevance - a.relevance ||
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    b.score - a.score ||
    a.serverKey - b.serverKey ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}
