import { EVIDENCE } from 'assay-verify/evidence-kind'
import type { SentRequest } from '../core/evidence/sent-requests'
import { PROBERS } from '../probers'
import type { ShownProber } from '../probers/prober'

/** A prober as pages show it. */
export interface ListedProber {
  name: string
  title: string
  requests: readonly SentRequest[]
  /** How often it probes, as a multiple of the usual interval. */
  intervals: number
}

/** Every prober of this version, in its order. */
export function listProbers(): ListedProber[] {
  const probers: Readonly<Record<string, ShownProber>> = PROBERS
  return Object.entries(probers).map(([name, { title, sends, evidence }]) => ({
    name,
    title,
    requests: sends,
    intervals: EVIDENCE[evidence].intervals,
  }))
}
