import { EVIDENCE, type EvidenceKind } from '../evidence-kind.ts'
import type { TargetKind } from '../target-kind.ts'
import type { ProbeReason } from './observation.ts'
import type { PackageFacts } from './package-facts.ts'

/** What is known of one target of a server: an address, a package, a documentation page. */
export interface TargetSummary {
  /** Identifies it among the targets of its server, for as long as it is one. */
  targetNo: number
  evidence: EvidenceKind
  kind: TargetKind
  /** Its address; of a package, its name. */
  url: string
  /** Confirmed. Of a package or page: whether it is there. */
  liveness: 'up' | 'down' | 'unknown'
  /** Since when, epoch milliseconds; null: not known. */
  sinceAt: number | null
  /** Newest informative probe, epoch milliseconds, and its reason; null: none yet. */
  at: number | null
  reason: ProbeReason | null
  /** Why the newest probe says nothing; null: it does, or there was none. */
  hindrance: ProbeReason | null
  /** Of a package: the version the evidence is about; null: not known. */
  version: string | null
  /** Of a package: what its index publishes of it; null: nothing is known. */
  packageFacts: PackageFacts | null
  /** Informative probes that support `liveness`. */
  probes: number
}

/** Whether its newest informative probe still counts at `now`; one dated as far ahead by a wrong clock does not. */
export function isFresh({ evidence, at }: Pick<TargetSummary, 'evidence' | 'at'>, now: Date): boolean {
  return at !== null && Math.abs(now.getTime() - at) <= EVIDENCE[evidence].validForMs
}
