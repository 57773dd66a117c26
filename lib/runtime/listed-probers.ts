import { EVIDENCE } from 'assay-verify/evidence-kind'
import { SENT_BY_PROBER, type SentRequest } from '../core/evidence/sent-requests'
import { PROBERS } from '../probers'
import type { Probers } from '../probers/prober'

/** A prober as pages show it. */
export interface ListedProber {
  name: string
  requests: readonly SentRequest[]
  /** How often it probes, as a multiple of the usual interval. */
  intervals: number
}

/** Every prober of this version, in its order. */
export function listProbers(): ListedProber[] {
  const probers: Probers = PROBERS
  return Object.entries(probers).map(([name, { evidence }]) => ({
    name,
    requests: SENT_BY_PROBER[name] ?? [],
    intervals: EVIDENCE[evidence].intervals,
  }))
}
