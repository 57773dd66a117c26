import {
  decideProbe,
  type LatestProbe,
  type MarkedRequest,
  type ProbingDecision,
  type ProbingPolicy,
  type RequestRefusal,
  refusalOf,
  windowNow,
} from '../core/access/probing-policy'
import { placeOfAddress } from '../core/catalog/probe-target'
import { isNonEndpointState, type TargetState } from '../core/evidence/combined-state'
import { fetchPolicy } from '../probers/access/fetch-policy'
import { settingsFor } from '../probers/probe'
import type { ProbeSettings, ProbeTarget } from '../probers/prober'
import { setupCheckAddress } from '../safe-fetch/address'
import {
  claimPolicyReading,
  findOriginPolicy,
  recordOriginPolicy,
  recordUnchangedPolicy,
} from '../store/access/origin-policies'
import type { Database } from '../store/database'
import { setAnnouncedMaintenance } from '../store/evidence/maintenance'
import { HostPace } from './host-pace'

/** Origins whose policy a process keeps in memory: more than a catalog of 25,000 servers has. */
const MOST_ORIGINS = 30_000
/** How long it is kept there: another process may have read the file meanwhile. */
const CACHED_MS = 3_600_000

export interface ProbingPolicies {
  /**
   * Whether a server may be probed now, after its origin was asked where that is due. Also takes over the maintenance
   * windows its operator announces.
   */
  decide(server: DecidedServer, signal: AbortSignal, now: Date): Promise<ProbingDecision>
  /**
   * Why a request that the description of a target marks at another origin is not made now; null: it may be, and is
   * one of the checks that its host gets in a minute. The origin is asked for its policy as that of a target.
   */
  refusalOf(
    request: MarkedRequest,
    asked: AskedElsewhere,
    signal: AbortSignal,
    now: Date,
  ): Promise<RequestRefusal | null>
}

/** On whose behalf another origin is asked. */
interface AskedElsewhere {
  /** Whether the description is that of an own server. */
  own: boolean
  /** Checks that the host of the request gets in a minute. */
  perMinute: number
}

export interface DecidedServer {
  serverKey: number
  target: Pick<ProbeTarget, 'url' | 'own'>
  /** Of the target; null: it was never probed. */
  state: TargetState | null
}

interface CachedPolicy {
  policy: Promise<ProbingPolicy | null>
  keptAt: number
}

/**
 * The policies of operators. Each origin is asked once a day by all processes together, however many servers it has; a
 * file that is missing, broken or slow changes nothing.
 */
export function openProbingPolicies(db: Database, settings: ProbeSettings): ProbingPolicies {
  const cache = new Map<string, CachedPolicy>()
  const pace = new HostPace()
  const keptNow = (origin: string, now: Date) => {
    const known = cache.get(origin)
    const age = now.getTime() - (known?.keptAt ?? 0)
    return known !== undefined && age >= 0 && age < CACHED_MS ? known : undefined
  }
  const policyFor = (target: DecidedServer['target'], signal: AbortSignal, now: Date) => {
    const origin = originOf(target, settings)
    if (origin === null) return Promise.resolve(null)
    const known = keptNow(origin, now)
    if (known !== undefined) return known.policy
    const policy = readPolicyOf(db, origin, settingsFor(target, settings), signal, now)
    cache.delete(origin)
    cache.set(origin, { policy, keptAt: now.getTime() })
    const [oldest] = cache.size > MOST_ORIGINS ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    policy.catch(() => cache.delete(origin))
    return policy
  }
  return {
    decide: async ({ serverKey, target, state }, signal, now) => {
      const policy = await policyFor(target, signal, now)
      if (policy !== null) await setAnnouncedMaintenance(db, serverKey, windowNow(policy, now), now)
      const decision = decideProbe(policy, latestOf(state), now)
      const host = placeOfAddress(target.url)?.host
      if (decision.do === 'probe' && host) pace.note(host, now)
      return decision
    },
    refusalOf: async (request, { own, perMinute }, signal, now) => {
      const origin = originOf({ url: request.url, own }, settings)
      if (origin === null) return 'not_agreed'
      const { host } = new URL(origin)
      // Reading its policy is a request as well, and a description may name thousands of origins of one host.
      if (keptNow(origin, now) === undefined && !pace.take(host, perMinute, now)) return 'over_budget'
      const policy = await policyFor({ url: request.url, own }, signal, now)
      const refusal = refusalOf(request, policy, pace.lastMarkedAt(origin), now)
      if (refusal !== null) return refusal
      if (!pace.take(host, perMinute, now)) return 'over_budget'
      pace.noteMarked(origin, now)
      return null
    },
  }
}

function latestOf(state: TargetState | null): LatestProbe {
  if (state === null) return { at: null, reason: null }
  const at = isNonEndpointState(state) ? state.lastAt : state.lastProbeAt
  return { at: at === null ? null : new Date(at), reason: state.lastReason }
}

/** null: no http origin that may be dialled, so nobody is asked. */
function originOf(target: DecidedServer['target'], settings: ProbeSettings): string | null {
  try {
    return setupCheckAddress(target.url, settingsFor(target, settings).dial).url.origin
  } catch {
    return null
  }
}

async function readPolicyOf(
  db: Database,
  origin: string,
  settings: ProbeSettings,
  signal: AbortSignal,
  now: Date,
): Promise<ProbingPolicy | null> {
  const known = await findOriginPolicy(db, origin, now)
  const policy = known?.policy ?? null
  if (!(await claimPolicyReading(db, origin, now))) return policy
  // Without a policy that counts, the whole file is needed.
  const { etag = null, lastModified = null } = policy === null ? {} : (known ?? {})
  const answer = await fetchPolicy(origin, { etag, lastModified }, settings, signal)
  if (answer.outcome === 'read') await recordOriginPolicy(db, origin, { ...answer, ...answer.validators }, now)
  if (answer.outcome === 'unchanged') await recordUnchangedPolicy(db, origin, now)
  if (answer.outcome === 'read') return answer.policy
  if (answer.outcome !== 'absent' || policy === null) return policy
  // Of a file that is gone the windows still to come are withdrawn, too.
  await recordOriginPolicy(db, origin, { policy: ANNOUNCES_NOTHING, etag: null, lastModified: null }, now)
  return ANNOUNCES_NOTHING
}

const ANNOUNCES_NOTHING: ProbingPolicy = { probe: 'usual', everyMinutes: null, maintenance: [], descriptions: [] }
