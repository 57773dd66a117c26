import { DAY_MS, HOUR_MS } from './duration.ts'

interface EvidenceRule {
  /**
   * Whether evidence of this kind can make a server healthy; else it shows only what is known, or that something is
   * gone.
   */
  canProveHealth: boolean
  /** From so long after the newest probe on, in ms, it counts no more. */
  validForMs: number
  /** How often such a target is probed, as a multiple of the usual interval of endpoints. */
  intervals: number
}

/**
 * What a probe can prove, by the kind of its target, strongest first: that an endpoint answers, that a package starts
 * and lists its tools, that a package is published, that a documentation page is there.
 */
export const EVIDENCE = {
  endpoint: { canProveHealth: true, validForMs: 2 * HOUR_MS, intervals: 1 },
  launch: { canProveHealth: true, validForMs: 30 * DAY_MS, intervals: 96 },
  publication: { canProveHealth: false, validForMs: 3 * DAY_MS, intervals: 96 },
  documentation: { canProveHealth: false, validForMs: 3 * DAY_MS, intervals: 96 },
} as const satisfies Record<string, EvidenceRule>

export type EvidenceKind = keyof typeof EVIDENCE
export const EVIDENCE_KINDS = Object.keys(EVIDENCE) as [EvidenceKind, ...EvidenceKind[]]
/** The ages, in ms, at which evidence of some kind stops to count. */
export const EVIDENCE_VALID_FOR_MS = [...new Set(EVIDENCE_KINDS.map((kind) => EVIDENCE[kind].validForMs))]
