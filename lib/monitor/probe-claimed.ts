import type { ProbeReason } from 'assay-verify/state/observation'
import { visibleLine } from 'assay-verify/text/visible-text'
import type { ProbingDecision } from '../core/access/probing-policy'
import { budgetOf, placeOfAddress } from '../core/catalog/probe-target'
import { NON_ENDPOINT_MODEL } from '../core/evidence/non-endpoint-state'
import { hostBudget, type ProbeBudget } from '../core/evidence/probe-budget'
import { optedOut, type ProbeResult, runProbe, settingsFor } from '../probers/probe'
import {
  type AskElsewhere,
  PROTOCOL_GENERATIONS,
  type Probers,
  type ProbeSettings,
  type ProbeTarget,
  type ProtocolGeneration,
} from '../probers/prober'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Database } from '../store/database'
import { type ClaimedTarget, completeClaims } from '../store/evidence/schedule'
import type { DecidedServer, ProbingPolicies } from './probing-policies'
import type { Slots } from './slots'

/** What a run needs to probe the targets that it has claimed. */
export interface Probing {
  db: Database
  leaseId: string
  settings: ProbeSettings
  probers: Probers
  slots: Slots
  /** What operators allow; left out: nobody is asked, and every due target is probed. */
  policies?: ProbingPolicies | undefined
  /** Of which also what descriptions mark at other hosts is a part; left out: not limited. */
  budget?: ProbeBudget | undefined
  clock: () => Date
  signal: AbortSignal
  log: (line: string) => void
  /** Receives the reason and the duration of every probe that was carried out. */
  onProbed?: ((reason: ProbeReason, durationMs: number) => void) | undefined
}

/** Most characters of a defect that are logged: it may hold text of the server. */
const DEFECT_SHOWN = 300

/**
 * Probes a target in a slot of its host, where its operator allows it. undefined: the run was stopped, so the result
 * means nothing, or the target was left until later.
 */
export async function probeClaimed(
  claimed: ClaimedTarget,
  probing: Probing,
  readDeclarations: boolean,
): Promise<ProbeResult | undefined> {
  const { settings, probers, slots, signal, clock, log, onProbed } = probing
  const target = { ...probeTargetOf(claimed, clock()), readDeclarations }
  const atOnce = probers[claimed.target.prober]?.atOnce?.(settings)
  const carryOut = async () => {
    if (signal.aborted) return undefined
    const decision = await decide({ ...claimed, target }, probing)
    if (decision === null) return undefined
    if (decision.do === 'note_opt_out') return optedOut(settings, clock())
    if (decision.do === 'wait') return leave(claimed, decision.until, probing)
    const beganAt = performance.now()
    const onDefect = (cause: unknown) =>
      log(`Prober defect at ${claimed.serverId}: ${visibleLine(String(cause), DEFECT_SHOWN)}`)
    const probed = await runProbe(target, settings, clock, {
      signal,
      probers,
      onDefect,
      askElsewhere: askElsewhere(target, probing),
    })
    if (!signal.aborted) onProbed?.(probed.observation.reason, performance.now() - beganAt)
    return probed
  }
  const probe = await slots.run(budgetOf(claimed.target), carryOut, atOnce)
  return signal.aborted ? undefined : probe
}

/** How other hosts are asked for what a description marks, after their policies; undefined: no other host is asked. */
function askElsewhere(
  { own, url: described }: ProbeTarget,
  { policies, budget, slots, settings, signal, clock, log }: Probing,
): AskElsewhere | undefined {
  if (policies === undefined) return undefined
  return async (request, ask) => {
    const { url } = request
    const host = placeOfAddress(url)?.host ?? url
    const perMinute = budget === undefined ? Number.POSITIVE_INFINITY : hostBudget(budget, host)
    const work = async () => {
      try {
        const refusal = await policies.refusalOf(request, { own, perMinute }, signal, clock())
        if (refusal !== null) return refusal
      } catch (cause) {
        log(`The policy of a host that a description names cannot be read: ${visibleLine(String(cause), DEFECT_SHOWN)}`)
        return 'over_budget' as const
      }
      return ask(settingsFor({ url, own }, settings).dial)
    }
    // The slot of the target's own host is held already.
    if (host === placeOfAddress(described)?.host) return work()
    return (await slots.runWithin(host, work)) ?? 'over_budget'
  }
}

/** null: what its operator allows cannot be read now, so it is not probed; the claim ends with its lease. */
async function decide(
  server: DecidedServer,
  { policies, signal, clock, log }: Probing,
): Promise<ProbingDecision | null> {
  if (policies === undefined) return { do: 'probe' }
  try {
    return await policies.decide(server, signal, clock())
  } catch (cause) {
    if (!isDatabaseUnavailable(cause))
      log(`The policy of server ${server.serverKey} cannot be read: ${visibleLine(String(cause), DEFECT_SHOWN)}`)
    return null
  }
}

/**
 * Ends the claim of a target that its operator does not want to be probed before `dueAt`. Nothing was sent and nothing
 * is recorded; a claim that cannot be ended ends with its lease.
 */
async function leave(
  { serverKey, targetNo }: ClaimedTarget,
  dueAt: Date,
  { db, leaseId }: Probing,
): Promise<undefined> {
  const claim = { serverKey, targetNo, dueAt, isRecheck: false, vantage: null }
  await completeClaims(db, leaseId, [claim]).catch(() => undefined)
}

function probeTargetOf(claimed: ClaimedTarget, now: Date): ProbeTarget {
  const { target, serverId, own, generation, etag, lastModified, version, listingValidUntil, state } = claimed
  return {
    ...target,
    serverId,
    own,
    generation: generationOf(generation),
    validators: etag === null && lastModified === null ? null : { etag, lastModified },
    version,
    signIn: claimed.signIns?.find(({ endpoint }) => endpoint === target.url) ?? null,
    isListingValid: listingValidUntil !== null && now < listingValidUntil,
    launched: launchedOf(state),
  }
}

/** What the newest informative probe of a package found, and of which version. */
function launchedOf(state: ClaimedTarget['state']): NonNullable<ProbeTarget['launched']> | null {
  if (state?.model !== NON_ENDPOINT_MODEL) return null
  const { reason, version } = state
  return reason === null || version === null ? null : { reason, version }
}

function generationOf(stored: string | null): ProtocolGeneration | null {
  return PROTOCOL_GENERATIONS.find((generation) => generation === stored) ?? null
}
