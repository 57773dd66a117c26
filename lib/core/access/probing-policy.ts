import { DAY_MS, MINUTE_MS } from 'assay-verify/duration'
import { LONGEST_MAINTENANCE_DAYS } from 'assay-verify/history/interval'
import { isPlainObject, listIn } from 'assay-verify/json-schema/json-value'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { Maintenance } from '../history/maintenance'

/** Where the operator of an origin says how it wants to be probed. */
export const POLICY_PATH = '/.well-known/tool-reliability.json'
/** The header by which an answer of 403 refuses probes of its address. */
export const OPT_OUT_HEADER = { name: 'Tool-Reliability', value: 'no-probe' } as const
/** A policy is read again, and an address that refused probes asked again, after so long, in ms. */
export const POLICY_READ_EVERY_MS = DAY_MS
/** A policy that could not be read again counts for so long after it was last read, in ms. */
export const POLICY_KEPT_MS = 30 * DAY_MS
/** The longest pause between two probes that a policy can ask for, in minutes; a longer one counts as this. */
export const LONGEST_PAUSE_MINUTES = 1440
/** Windows of a file that are read. */
export const MOST_WINDOWS = 20
/** Addresses of API descriptions of a file that are read. */
export const MOST_DESCRIPTIONS = 100
const LONGEST_ADDRESS = 2_000

/** How the operator of an origin wants its servers to be probed. */
export interface ProbingPolicy {
  /** `none`: not at all. `usual`: as every other. `slower`: at most once in `everyMinutes`. */
  probe: 'none' | 'usual' | 'slower'
  /** 1 to 1440 where `probe` is `slower`, else null. */
  everyMinutes: number | null
  /** Windows announced for all its servers, by their beginning. */
  maintenance: Maintenance[]
  /** Addresses of API descriptions elsewhere that may name requests to the origin, each in the form of `URL.href`. */
  descriptions: string[]
}

/**
 * The policy in the JSON value of a file; null: it has not the documented form, so nothing in it counts. `probe` is
 * left out, `"none"` or `{"everyMinutes": n}`; `maintenance` is left out or a list of `{"from", "to"}`, RFC 3339
 * instants with an offset; `descriptions` is left out or a list of addresses. Unknown members are ignored. A window
 * that ends before it begins or is longer than thirty days is left out, and so is what is no address.
 */
export function readPolicy(value: unknown): ProbingPolicy | null {
  if (!isPlainObject(value)) return null
  const probe = readProbe(value.probe)
  if (probe === null || (value.maintenance !== undefined && !Array.isArray(value.maintenance))) return null
  const windows = listIn(value.maintenance).slice(0, MOST_WINDOWS)
  const maintenance = windows.flatMap((window) => windowIn(window) ?? [])
  return {
    ...probe,
    maintenance: maintenance.sort((a, b) => a.from.getTime() - b.from.getTime()),
    descriptions: listIn(value.descriptions)
      .slice(0, MOST_DESCRIPTIONS)
      .flatMap((address) => addressIn(address) ?? []),
  }
}

function addressIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

function readProbe(value: unknown): Pick<ProbingPolicy, 'probe' | 'everyMinutes'> | null {
  if (value === undefined) return { probe: 'usual', everyMinutes: null }
  if (value === 'none') return { probe: 'none', everyMinutes: null }
  const every = isPlainObject(value) ? value.everyMinutes : undefined
  if (typeof every !== 'number' || !(every > 0)) return null
  return { probe: 'slower', everyMinutes: Math.min(Math.max(1, Math.ceil(every)), LONGEST_PAUSE_MINUTES) }
}

// `Date.parse` alone reads almost any text as a date.
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

function windowIn(value: unknown): Maintenance | undefined {
  if (!isPlainObject(value)) return undefined
  const [from, to] = [instantIn(value.from), instantIn(value.to)]
  if (from === undefined || to === undefined || !(from < to)) return undefined
  return to.getTime() - from.getTime() > LONGEST_MAINTENANCE_DAYS * DAY_MS ? undefined : { from, to }
}

function instantIn(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * What to do with a server that is due: probe it; note that its operator refuses probes, without a request; or leave it
 * until then.
 */
export type ProbingDecision = { do: 'probe' } | { do: 'note_opt_out' } | { do: 'wait'; until: Date }

/** The newest probe of the target; all null before the first. */
export interface LatestProbe {
  at: Date | null
  reason: ProbeReason | null
}

/**
 * What a policy (null: none was announced) allows now. Where the newest probe found that the operator refuses probes,
 * it is asked again a day later, and noted once a day while the file says so; a slower pace is kept for rechecks, too.
 */
export function decideProbe(policy: ProbingPolicy | null, latest: LatestProbe, now: Date): ProbingDecision {
  const elapsedMs = latest.at === null ? Number.POSITIVE_INFINITY : now.getTime() - latest.at.getTime()
  const pauseMs = pauseAfter(policy, latest.reason)
  // A probe that is dated ahead was made by a wrong clock.
  if (latest.at !== null && elapsedMs >= 0 && elapsedMs < pauseMs)
    return { do: 'wait', until: new Date(latest.at.getTime() + pauseMs) }
  return policy?.probe === 'none' ? { do: 'note_opt_out' } : { do: 'probe' }
}

function pauseAfter(policy: ProbingPolicy | null, reason: ProbeReason | null): number {
  if (policy?.probe === 'none') return reason === 'opted_out' ? POLICY_READ_EVERY_MS : 0
  const slowerMs = (policy?.everyMinutes ?? 0) * MINUTE_MS
  return reason === 'opted_out' ? Math.max(slowerMs, POLICY_READ_EVERY_MS) : slowerMs
}

/** The window of a policy that runs now, else the next one; null: none. */
export function windowNow(policy: ProbingPolicy | null, now: Date): Maintenance | null {
  return policy?.maintenance.find(({ to }) => now < to) ?? null
}

/** Why a request to another origin than that of a description is not made. */
export type RequestRefusal = 'not_agreed' | 'refuses_probes' | 'over_budget'

/** A request that a description marks. */
export interface MarkedRequest {
  url: string
  /** Where the description is: its address in the catalog, and where it was read, after redirects. */
  descriptions: readonly string[]
  /** Whether it was read at the origin of the request or at a host of the same registered domain. */
  isOneDomain: boolean
}

/**
 * Whether a request may be made at an origin, by the policy of this origin (null: none); null: it may. `lastAt`: when a
 * request of a description was made there last; null: never.
 */
export function refusalOf(
  { descriptions, isOneDomain }: MarkedRequest,
  policy: ProbingPolicy | null,
  lastAt: Date | null,
  now: Date,
): RequestRefusal | null {
  const isNamed = descriptions.some(
    (address) => URL.canParse(address) && policy?.descriptions.includes(new URL(address).href),
  )
  if (!isOneDomain && !isNamed) return 'not_agreed'
  return decideProbe(policy, { at: lastAt, reason: null }, now).do === 'probe' ? null : 'refuses_probes'
}
